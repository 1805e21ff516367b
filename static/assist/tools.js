// @ts-check
/* Runs a tool of the page: one a script lends, else a form or an element with a request, as the page itself would. */

import { pageContent, reading } from "./content.js";
import { elementsOf, fillable, value, kind } from "./controls.js";
import { fill, recalls, refusal, resembles, took } from "./fill.js";
import { click } from "./follow.js";
import * as groups from "./groups.js";
import { scriptTool } from "./lent.js";
import { attribute, marked, matches, own, plain } from "./markup.js";
import { label } from "./names.js";
import { openPage } from "./page.js";
import { ring } from "./ring.js";
import { consequence, toolElements, toolName } from "./scan.js";
import { showing } from "./showing.js";

/** So many rounds in a row may bring no control more to what it is to say. */
const IDLE_ROUNDS = 2;
const REQUESTS = ["get", "post", "put", "patch", "delete"].map((verb) => `[hx-${verb}],[data-hx-${verb}]`).join();

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./watch.js").Seen} Seen */
/** @typedef {import("./calls.js").Answer} Answer */
/** @typedef {(doing: () => unknown, actor: HTMLElement) => Promise<Seen | null>} Lasting Acts and settles; null when the next document answers. */
/** @typedef {[Control, string]} Act A control, and what it is to be filled with. */

/**
 * @param {{name: string, args: any}} call
 * @param {Lasting} lasting
 * @param {(seen: Seen) => Answer | undefined} failure
 * @returns {Promise<Answer | null>}
 */
export async function runTool({ name, args }, lasting, failure) {
  const script = scriptTool(name);
  if (script) return { outcome: "returned", value: plain(await script.execute(args)) };

  const find = () => toolElements(openPage()).find((each) => toolName(each) === name);
  const taken = await take(find, args ?? {}, lasting);
  if (!taken || "outcome" in taken) return taken;
  const { element, filled } = taken;
  const checked = element instanceof HTMLFormElement ? !own(element, "noValidate") && elementsOf(element) : fillable(element);
  const invalid = checked && /** @type {Control[]} */ (checked).find(({ validity }) => validity?.valid === false);
  if (invalid) return untaken(invalid, invalid.validationMessage);

  if (submits(element) && buttons(element).length && !button(element)) return { outcome: "disabled" };

  // What listens for changes has made its request already.
  const made = filled && !submits(element) && (asks(element) ? filled.acted : filled.replies.length) ? filled : await lasting(() => request(element), element);
  if (!made) return null;
  const nothingNew = !filled && /\bchanged\b/.test(trigger(element));
  return failure(made) ?? (unsent(element, made) && !nothingNew ? { outcome: "failed", message: "" } : { outcome: "returned", value: await answer(made) });
}

/**
 * Gives the arguments to the controls, again where the page has drawn some anew, until all say them.
 * @param {() => HTMLElement | undefined} find @param {Record<string, unknown>} args @param {Lasting} lasting
 * @returns {Promise<{element: HTMLElement, filled?: Seen} | Answer | null>}
 */
async function take(find, args, lasting) {
  /** @type {Map<Control, unknown>} What each said before it was filled. */
  const before = new Map();
  let filled;
  let left = Infinity;
  for (let idle = 0; ; ) {
    const element = find();
    if (!element) return { outcome: "missing" };
    const { acts, later, fault } = groups.reading(() => prepared(element, args, before));
    if (fault) return fault;
    if (!filled && showing(element)) ring(element, 900);
    const [first] = acts;
    if (!first) return { element, filled };
    if (acts.length + later >= left && ++idle === IDLE_ROUNDS) return untaken(first[0], first[0].validationMessage);
    left = acts.length + later;
    acts.forEach(([control]) => before.set(control, value(control, kind(control))));
    const seen = await lasting(() => acts.forEach(([control, wanted]) => control.isConnected && fill(control, wanted)), element);
    if (!seen) return null;
    filled = seen;
  }
}

/**
 * What is still to be filled, how much has to wait for that, or why it can't be.
 * @param {Element} element @param {Record<string, unknown>} args @param {Map<Control, unknown>} before
 * @returns {{acts: Act[], later: number, fault?: Answer}}
 */
function prepared(element, args, before) {
  const controls = fillable(element).filter((control) => !control.matches(":disabled"));
  /** @type {Act[]} */
  const acts = [];
  for (const [name, wanted] of Object.entries(args)) {
    const given = fills(controls.filter((control) => control.name === name), wanted);
    if (!given) return { acts, later: 0, fault: { outcome: "failed", argument: name } };
    acts.push(...given);
  }
  const left = acts.filter(([control, wanted]) => !settled(control, wanted, before, consequence(element) !== false));
  const now = left.filter(([control, wanted]) => refusal(control, wanted) === undefined);
  // A list may come to offer what is wanted once another control has changed.
  const refused = left.find((act) => !now.includes(act) && !(now.length && kind(act[0])?.startsWith("choice")));
  return { acts: now, later: left.length - now.length, ...(refused && { fault: untaken(refused[0], refusal(...refused) ?? "") }) };
}

/**
 * The page may write what was filled in its own way. What it put in the place of a filled control, and whatever a person
 * was asked about, has to be plainly the same.
 * @param {Control} control @param {string} wanted @param {Map<Control, unknown>} before @param {boolean} strict
 */
function settled(control, wanted, before, strict) {
  if (says(control) === wanted) return true;
  if ([...before.keys()].some(({ name }) => name === control.name) && resembles(control, wanted)) return true;
  return !strict && (before.has(control) ? took(control, wanted, before.get(control)) : recalls(control, wanted));
}

/** @param {Control} control @param {string} words Its own. @returns {Answer} */
function untaken(control, words) {
  const argument = label(control, true) || control.name;
  return { outcome: "failed", argument, message: words && `${argument}: ${words}` };
}

/** What the controls of one name are to be filled with; null where they can't take it. @param {Control[]} group @param {unknown} wanted @returns {Act[] | null} */
function fills(group, wanted) {
  const [first] = group;
  if (!first) return null;
  if (Array.isArray(wanted)) {
    const each = wanted.map(String);
    if (first.type !== "checkbox") return [[first, JSON.stringify(each)]];
    return each.every((one) => group.some((box) => box.value === one)) ? group.map((box) => tick(box, each.includes(box.value))) : null;
  }
  return [first.type === "checkbox" ? tick(first, wanted === true) : [first, String(wanted)]];
}

/** @param {Control} box @param {boolean} on @returns {Act} */
const tick = (box, on) => [box, on ? "checked" : "not checked"];

/** In the words it would be filled with. @param {Control} control */
function says(control) {
  const now = value(control, kind(control));
  if (typeof now === "boolean") return tick(control, now)[1];
  return Array.isArray(now) ? JSON.stringify(now) : now;
}

/** Where htmx was to ask and nothing was asked or answered: the person said no, or the page held it back. @param {Element} element @param {Seen} seen */
const unsent = (element, { replies, swapped }) => !replies.length && !swapped && asks(element);

/** @param {Element} element */
const asks = (element) => matches.call(element, REQUESTS);

/** @param {Element} form */
const buttons = (form) => elementsOf(/** @type {HTMLFormElement} */ (form)).filter((each) => each.matches("button:not([type]), [type=submit]"));

/** What sends the form: the first of its buttons that can. @param {Element} form */
const button = (form) => /** @type {HTMLElement | undefined} */ (buttons(form).find((each) => !each.matches(":disabled")));

/** @param {Element} element */
const trigger = (element) => (attribute(element, "hx-trigger") ?? attribute(element, "data-hx-trigger") ?? "").trim();

/** @param {Element} element */
const submits = (element) => element instanceof HTMLFormElement && (!trigger(element) || /\bsubmit\b/.test(trigger(element)));

/** @param {HTMLElement} element */
function request(element) {
  if (element instanceof HTMLFormElement && submits(element)) {
    // A click, because htmx 2 knows the button only by that.
    const sending = button(element);
    return sending ? sending.click() : own(element, "requestSubmit").call(element);
  }
  const usual = /^(?:input|select|textarea)$/.test(element.localName) ? "change" : "click";
  const event = /^[\w:.-]+/.exec(trigger(element))?.[0] ?? usual;
  if (event === "click") click(element);
  else own(element, "dispatchEvent").call(element, new Event(event, { bubbles: true }));
}

/** The header's JSON, a JSON body, else the text of what was swapped in. @param {Seen} seen @returns {Promise<unknown>} */
async function answer({ replies, swapped }) {
  const told = replies.find((reply) => reply.answer !== null);
  if (told) return read(told.answer ?? "");
  const json = replies.find(({ type }) => type.includes("json"));
  if (json) return read(await json.text());
  if (swapped) return reading(swapped.flatMap(opened));
  return replies.length ? null : pageContent();
}

/** A page is no part of what is around it, but what a swap left may be one. @param {Node} node */
const opened = (node) => (node instanceof Element && node.matches(marked("page")) ? [...node.childNodes] : [node]);

/** @param {string} text */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
