// @ts-check
/* Carries out the calls the panel hands over, each once, one at a time, and reports what came of it. */

import { facts } from "./changes.js";
import { pageContent } from "./content.js";
import { disabled, kind, readonly, value } from "./controls.js";
import { fill, refusal, took } from "./fill.js";
import { click, follow } from "./follow.js";
import { squeeze } from "./markup.js";
import { lent, openPage } from "./page.js";
import { ring } from "./ring.js";
import { action, called, consequence, field, fieldElements } from "./scan.js";
import { settle } from "./settle.js";
import { showing } from "./showing.js";
import { claim, keepPending, pending } from "./tab.js";
import { lost } from "./taking.js";
import { runTool, tool } from "./tools.js";
import { later } from "./watch.js";

const RING_MS = 30_000;
const POINT_MS = 900;
/** The server has given a call up by then. */
const LONGEST_MS = 30_000;

/** @typedef {{id: string, kind: string, name: string, target: string | null, args: any, ring: boolean}} Call */
/** @typedef {{outcome: string, value?: unknown, message?: string, argument?: string, status?: number}} Answer Null when the next document will answer. */

/** @type {Promise<unknown>} */
let line = Promise.resolve();

/** @param {Call} call @param {Record<string, string>} words */
export function carryOut(call, words) {
  const turn = line.then(() => once(call, words));
  // An act that never ends holds up no other.
  line = line.then(() => Promise.race([turn, new Promise((free) => later(free, LONGEST_MS))])).catch(() => {});
  return turn;
}

/** @param {Call} call @param {Record<string, string>} words */
const once = (call, words) => (claim(call.id) ? report(call.id, () => act(call, words)) : null);

/** What came of it, with the page as it is then. @param {string} id @param {() => Promise<Answer | null> | Answer} doing */
async function report(id, doing) {
  let answer;
  try {
    answer = await doing();
  } catch (error) {
    keepPending(null);
    answer = { outcome: "failed", message: error instanceof Error ? error.message : String(error) };
  }
  return answer && { call: id, answer: { ...answer, page: facts() } };
}

/** @param {Call} call @param {Record<string, string>} words @returns {Promise<Answer | null> | Answer} */
function act(call, words) {
  switch (call.kind) {
    case "action":
      return press(call, words);
    case "field":
      return fillField(call, words);
    case "navigate":
      return navigate(call);
    case "content":
      return pageContent().then((value) => ({ outcome: "returned", value }));
    default:
      return runTool(call, (doing, actor, args) => lasting(call, doing, { actor, args }), failure);
  }
}

/**
 * The element of a name and id: one that shows before one that does not.
 * @param {HTMLElement[]} elements @param {"action" | "field"} mark
 * @param {{name: string, target: string | null}} call
 */
function find(elements, mark, { name, target }) {
  const named = elements.map((element) => ({ element, ...called(element, mark) })).filter((each) => each.name === name);
  const meant = named.filter(({ id }) => id === target || (target === null && named.length === 1));
  return (meant.find(({ element }) => showing(element)) ?? meant[0])?.element;
}

/** @param {{name: string, target: string | null}} call */
const findField = (call) => find(fieldElements(openPage()), "field", call);

/**
 * Acts and settles; null when the page was left, and the next document answers.
 * @param {Call} call @param {() => unknown} doing
 * @param {{actor?: HTMLElement, before?: unknown, args?: object}} [of] Whose request it is; what a field said before; what a tool's form is filled with.
 */
async function lasting(call, doing, { actor, before, args } = {}) {
  keepPending({ id: call.id, kind: call.kind, name: call.name, target: call.target, value: call.args?.value, before, args, at: Date.now() });
  const outcome = await settle(doing, call.kind === "tool", actor);
  if (outcome.left) return null;
  keepPending(null);
  return outcome;
}

/** @param {Call} call @param {Record<string, string>} words @returns {Promise<Answer | null>} */
async function press(call, words) {
  const element = find(lent("action", openPage()), "action", call);
  if (!element || !showing(element)) return { outcome: "missing" };
  if (disabled(element)) return { outcome: "disabled" };
  if (call.ring || consequence(element) === true) return point(element, action(element).label, words);
  ring(element, POINT_MS);
  const outcome = await lasting(call, () => click(element), { actor: element });
  return outcome && (failure(outcome) ?? { outcome: "pressed" });
}

/** @param {HTMLElement} element @param {string} label @param {Record<string, string>} words @returns {Answer} */
function point(element, label, words) {
  ring(element, RING_MS, squeeze(`${words.ring ?? ""} ${label}`));
  return { outcome: "rung" };
}

/** A request of the act that failed. @param {import("./watch.js").Seen} seen @returns {Answer | undefined} */
function failure({ replies, fault }) {
  const refused = replies.find(({ status }) => status >= 400);
  if (refused) return { outcome: "failed", status: refused.status, message: refused.reason };
  return fault === null ? undefined : { outcome: "failed", message: fault };
}

/** @param {Call} call @param {Record<string, string>} words @returns {Promise<Answer | null>} */
async function fillField(call, words) {
  const element = findField(call);
  if (!element || !showing(element)) return { outcome: "missing" };
  const known = kind(element);
  if (disabled(element, known)) return { outcome: "disabled" };
  if (readonly(element)) return { outcome: "readonly" };
  if (call.ring || known === null || consequence(element)) return point(element, field(element).label, words);

  const wanted = String(call.args.value);
  const before = value(element, known);
  const message = refusal(element, wanted);
  if (message !== undefined) return { outcome: "refused", value: before, message };
  ring(element, POINT_MS);
  const outcome = await lasting(call, () => fill(element, wanted), { before });
  return outcome && reading(call, wanted, before);
}

/** What the field says now; the page may have put another in its place. @param {{name: string, target: string | null}} call @param {string} wanted @param {unknown} before @returns {Answer} */
function reading(call, wanted, before) {
  const element = findField(call);
  if (!element) return { outcome: "missing" };
  const now = value(element, kind(element));
  if (took(element, wanted, before)) return { outcome: "filled", value: now };
  return { outcome: "refused", value: now, message: /** @type {HTMLInputElement} */ (element).validationMessage ?? "" };
}

/** @param {Call} call @returns {Promise<Answer | null>} */
async function navigate(call) {
  const url = URL.parse(call.args.path, location.origin);
  if (url?.origin !== location.origin) return { outcome: "failed" };
  const from = location.href;
  const outcome = await lasting(call, () => follow(url));
  if (!outcome) return null;
  // Held back by the page, or by the person whom it asked.
  const stayed = location.href === from && url.href !== from && !outcome.swapped && !outcome.replies.length;
  return failure(outcome) ?? { outcome: stayed ? "failed" : "opened" };
}

/** Answers the call that loaded this document. */
export async function resume() {
  const call = pending();
  if (!call) return null;
  await settle();
  if (pending()?.id !== call.id) return null;
  keepPending(null);
  return report(call.id, () => arrival(call));
}

/** @param {import("./tab.js").Pending} call @returns {Promise<Answer>} */
async function arrival(call) {
  const [entry] = /** @type {any[]} */ (performance.getEntriesByType("navigation"));
  if (entry?.responseStatus >= 400) return { outcome: "failed", status: entry.responseStatus };
  if (call.kind === "field") return reading(call, call.value ?? "", call.before);
  const form = call.args && tool(call.name);
  const untaken = form && lost(form, /** @type {Record<string, unknown>} */ (call.args));
  if (untaken) return untaken;
  if (call.kind === "tool") return { outcome: "returned", value: await pageContent() };
  return { outcome: call.kind === "navigate" ? "opened" : "pressed" };
}
