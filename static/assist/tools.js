// @ts-check
/* Runs a tool of the page: one a script lends, else a form or an element with a request, as the page itself would. */

import { pageContent, reading } from "./content.js";
import { elementsOf, fillable, value, kind } from "./controls.js";
import { fill, refusal } from "./fill.js";
import { click } from "./follow.js";
import { scriptTool } from "./lent.js";
import { marked, plain } from "./markup.js";
import { label } from "./names.js";
import { openPage } from "./page.js";
import { ring } from "./ring.js";
import { toolElements, toolName } from "./scan.js";
import { showing } from "./showing.js";

const REQUESTS = ["get", "post", "put", "patch", "delete"].map((verb) => `[hx-${verb}],[data-hx-${verb}]`).join();

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./watch.js").Seen} Seen */
/** @typedef {import("./calls.js").Answer} Answer */

/**
 * @param {{name: string, args: any}} call
 * @param {(doing: () => unknown) => Promise<Seen | null>} lasting Acts and settles; null when the next document answers.
 * @param {(seen: Seen) => Answer | undefined} failure
 * @returns {Promise<Answer | null>}
 */
export async function runTool({ name, args }, lasting, failure) {
  const script = scriptTool(name);
  if (script) return { outcome: "returned", value: plain(await script.execute(args)) };

  const find = () => toolElements(openPage()).find((each) => toolName(each) === name);
  let element = find();
  if (!element) return { outcome: "missing" };
  const acts = fills(element, args ?? {});
  const fault = acts.map(([control, wanted]) => complaint(control, refusal(control, wanted))).find(Boolean);
  if (fault) return { outcome: "failed", message: fault };
  if (showing(element)) ring(element, 900);

  const changes = acts.filter(([control, wanted]) => says(control) !== wanted);
  const filled = changes.length ? await lasting(() => changes.forEach(([control, wanted]) => fill(control, wanted))) : undefined;
  element = find();
  if (filled === null || !element) return filled === null ? null : { outcome: "missing" };
  const checked = !(/** @type {HTMLFormElement} */ (element).noValidate);
  const invalid = checked && fillable(element).find((control) => !control.validity.valid);
  if (invalid) return { outcome: "failed", message: complaint(invalid, invalid.validationMessage) };

  // What listens for changes has made its request already.
  const made = filled?.replies.length && !submits(element) ? filled : await lasting(() => request(/** @type {HTMLElement} */ (element)));
  return made && (failure(made) ?? (unsent(element, made) ? { outcome: "failed", message: "" } : { outcome: "returned", value: await answer(made) }));
}

/** @param {Control} control @param {string | undefined} words */
const complaint = (control, words) => (words === undefined ? "" : `${label(control, true)}: ${words}`);

/** Each control with the string it is to be filled with. @param {Element} element @param {Record<string, unknown>} args @returns {[Control, string][]} */
function fills(element, args) {
  const controls = fillable(element).filter((control) => !control.matches(":disabled"));
  return Object.entries(args).flatMap(([name, wanted]) => {
    const group = controls.filter((control) => control.name === name);
    if (Array.isArray(wanted) && group[0]?.type === "checkbox") return group.map((box) => tick(box, wanted.includes(box.value)));
    const [first] = group;
    if (!first) return [];
    if (first.type === "checkbox") return [tick(first, wanted === true)];
    return [/** @type {[Control, string]} */ ([first, Array.isArray(wanted) ? JSON.stringify(wanted) : String(wanted)])];
  });
}

/** @param {Control} box @param {boolean} on @returns {[Control, string]} */
const tick = (box, on) => [box, on ? "checked" : "not checked"];

/** In the words it would be filled with. @param {Control} control */
function says(control) {
  const now = value(control, kind(control));
  if (typeof now === "boolean") return tick(control, now)[1];
  return Array.isArray(now) ? JSON.stringify(now) : now;
}

/** Where htmx was to ask and nothing was asked or answered: the person said no, or the page held it back. @param {Element} element @param {Seen} seen */
const unsent = (element, { replies, swapped }) => !replies.length && !swapped && element.matches(REQUESTS);

/** @param {Element} element */
const trigger = (element) => (element.getAttribute("hx-trigger") ?? element.getAttribute("data-hx-trigger") ?? "").trim();

/** @param {Element} element */
const submits = (element) => element.localName === "form" && (!trigger(element) || /\bsubmit\b/.test(trigger(element)));

/** @param {HTMLElement} element */
function request(element) {
  const form = /** @type {HTMLFormElement} */ (element);
  if (submits(element)) {
    // A click, because htmx 2 knows the button only by that.
    const button = elementsOf(form).find((each) => each.matches("button:not([type]), [type=submit]") && !each.matches(":disabled"));
    return button ? /** @type {HTMLElement} */ (button).click() : form.requestSubmit();
  }
  const usual = /^(?:input|select|textarea)$/.test(element.localName) ? "change" : "click";
  const event = /^[\w:.-]+/.exec(trigger(element))?.[0] ?? usual;
  if (event === "click") click(element);
  else element.dispatchEvent(new Event(event, { bubbles: true }));
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
