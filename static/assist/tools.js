// @ts-check
/* Runs a tool of the page: one a script lends, else a form or an element with a request, as the page itself would. */

import { pageContent, reading } from "./content.js";
import { elementsOf, fillable } from "./controls.js";
import { click } from "./follow.js";
import { scriptTool } from "./lent.js";
import { attribute, marked, matches, own, plain } from "./markup.js";
import { openPage } from "./page.js";
import { toolElements, toolName } from "./scan.js";
import { take, untaken } from "./taking.js";

const REQUESTS = ["get", "post", "put", "patch", "delete"].map((verb) => `[hx-${verb}],[data-hx-${verb}]`).join();

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./watch.js").Seen} Seen */
/** @typedef {import("./calls.js").Answer} Answer */
/** @typedef {(doing: () => unknown, actor: HTMLElement, args?: object) => Promise<Seen | null>} Lasting Acts and settles, filling with `args`; null when the next document answers. */

/** The page's tool of that name. @param {string} name */
export const tool = (name) => toolElements(openPage()).find((each) => toolName(each) === name);

/**
 * @param {{name: string, args: any}} call
 * @param {Lasting} lasting
 * @param {(seen: Seen) => Answer | undefined} failure
 * @returns {Promise<Answer | null>}
 */
export async function runTool({ name, args }, lasting, failure) {
  const script = scriptTool(name);
  if (script) return { outcome: "returned", value: plain(await script.execute(args)) };

  const taken = await take(() => tool(name), args ?? {}, lasting);
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
