// @ts-check
/* Filling a control of any kind as a person would, after looking whether it would take the value at all. */

import { kind, pickable, value } from "./controls.js";
import { reading } from "./groups.js";
import { list, offered, saysOnly, tickEach, toggle } from "./ticking.js";

/** @typedef {import("./controls.js").Control} Control */

/**
 * Why the control would not take it, before anything is touched: undefined when it would, else its own
 * words (`""` when it has none).
 * @param {Element} element @param {string} wanted
 * @returns {string | undefined}
 */
export function refusal(element, wanted) {
  const control = /** @type {Control} */ (element);
  switch (kind(element)) {
    case "checkbox":
      return /^(?:not )?checked$/.test(wanted) ? undefined : "";
    case "choice":
      return pickable(control).some((each) => each.value === wanted) ? undefined : "";
    case "choices":
      return offered(control, list(wanted)) ? undefined : "";
    case "custom":
      return undefined;
    default:
      return control.localName === "input" || control.localName === "textarea" ? probe(control, wanted) : undefined;
  }
}

/** Tries it on a copy that is nowhere on the page. @param {Control} control @param {string} wanted */
function probe(control, wanted) {
  const copy = /** @type {Control} */ (control.cloneNode());
  set(copy, "value", wanted);
  if (!kept(wanted, copy.value, kind(control))) return "";
  // Browsers check lengths only of what was typed.
  if (control.maxLength >= 0 && wanted.length > control.maxLength) return "";
  if (wanted && control.minLength > wanted.length) return "";
  return copy.validity.valid ? undefined : copy.validationMessage;
}

/** Is this the value that was asked for, however the control writes it? @param {string} wanted @param {string} now @param {string | null} kind */
function same(wanted, now, kind) {
  if (kind === "range" || kind === "number") return (now === "") === (wanted.trim() === "") && Number(wanted) === Number(now);
  if (kind === "color") return wanted.toLowerCase() === now.toLowerCase();
  return lines(wanted) === lines(now);
}

/** Breaks of every kind are one. @param {string} text */
const lines = (text) => text.replace(/\r\n?/g, "\n");

/** @param {string} text */
const folded = (text) => lines(text).normalize("NFKC").trim().toLowerCase();

/** What stays of `€1,234.00`. @param {string} text */
const amount = (text) => Number(text.replace(/[^\d.-]/g, "") || NaN);

const DAY = /^\d{4}-\d\d-\d\d$/;

/** In the clock of the page, which a date by itself is not read in. @param {string} text */
const day = (text) => new Date(DAY.test(text) ? `${text}T00:00` : text).toDateString();

/** Is it plainly that, in the page's own way of writing it: another case, a number with its marks, a day with its name? @param {string} wanted @param {string} now */
function alike(wanted, now) {
  if (folded(wanted) === folded(now)) return true;
  if (wanted.trim() === "" || now.trim() === "") return false;
  return Number(wanted) === amount(now) || (DAY.test(wanted) && day(wanted) === day(now));
}

/** Is it that value, or what a text control makes of it? @param {string} wanted @param {string} now @param {string | null} kind */
const kept = (wanted, now, kind) => same(wanted, now, kind) || (!/^(?:range|number|color)$/.test(kind ?? "") && wanted !== "" && now !== "");

/** Sets it by the native setter and tells the page. @param {HTMLElement} element @param {string} wanted @returns {Promise<void> | void} */
export function fill(element, wanted) {
  const control = /** @type {Control} */ (element);
  const known = kind(element);
  switch (known) {
    case "checkbox":
      return toggle(control, wanted === "checked");
    case "choice":
    case "choices":
      return pick(control, wanted, known);
    case "custom":
      return hand(control, wanted);
  }
  if (control.localName !== "input" && control.localName !== "textarea") return write(control, wanted);
  set(control, "value", wanted);
  tell(control);
}

/** What nobody can change stays as it is. @param {Control} control @param {string} wanted @param {"choice" | "choices"} kind */
function pick(control, wanted, kind) {
  const several = new Set(kind === "choices" ? list(wanted) : []);
  if (control.localName !== "select") {
    if (kind === "choices") return tickEach(control, several);
    const radio = pickable(control).find((each) => each.value === wanted);
    return radio && toggle(/** @type {Control} */ (radio), true);
  }
  if (control.multiple) for (const each of pickable(control)) /** @type {HTMLOptionElement} */ (each).selected = several.has(each.value);
  else set(control, "value", wanted);
  tell(control);
}

/** Frameworks shadow the property on the node, so the setter is the prototype's. @param {Control} control @param {string} name @param {string} to */
function set(control, name, to) {
  const { set: native } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), name) ?? {};
  if (native) native.call(control, to);
  else control.value = to;
}

/** @param {HTMLElement} control */
function tell(control) {
  control.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType: "insertReplacementText" }));
  control.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Through the editing command, which rich editors understand and which needs the focus. @param {HTMLElement} element @param {string} wanted */
function write(element, wanted) {
  element.focus({ preventScroll: true });
  getSelection()?.selectAllChildren(element);
  const done = document.execCommand(wanted ? "insertText" : "delete", false, wanted);
  if (!done && element.innerText.trim() !== wanted.trim()) element.textContent = wanted;
  tell(element);
}

/** A custom element answers for itself. @param {Control} element @param {string} wanted */
async function hand(element, wanted) {
  /** @type {unknown[]} */
  const answers = [];
  const detail = { value: wanted, respondWith: (/** @type {unknown} */ answer) => void answers.push(answer) };
  element.dispatchEvent(new CustomEvent("assist:fill", { bubbles: true, composed: true, detail }));
  if (answers.length) await Promise.all(answers);
  else if ("value" in element) {
    element.value = wanted;
    tell(element);
  }
}

/** What a control made of what it was last filled with: filled with that again, it says no other. @type {WeakMap<Element, {wanted: string, now: string}>} */
const made = new WeakMap();

/** Says it what it made of that before? @param {Element} element @param {string} wanted */
export const recalls = (element, wanted) => made.get(element)?.wanted === wanted && made.get(element)?.now === String(value(element, kind(element)) ?? "");

/** Does it say that, if in the page's own way of writing it? @param {Element} element @param {string} wanted */
export const resembles = (element, wanted) => reading(() => {
  const control = /** @type {Control} */ (element);
  const known = kind(element);
  const now = value(element, known);
  if (control.validity?.valid === false) return false;
  if (known === "checkbox") return now === (wanted === "checked");
  if (known === "choices") return saysOnly(control, new Set(list(wanted)));
  if (known === "choice") return (now ?? "") === wanted;
  const text = String(now ?? "");
  return same(wanted, text, known) || alike(wanted, text);
});

/**
 * Did it take it? Judged by what it says afterwards.
 * @param {Element} element @param {string} wanted
 * @param {unknown} before What it said before, in the shape of the facts.
 */
export function took(element, wanted, before) {
  if (resembles(element, wanted)) return true;
  const known = kind(element);
  const now = value(element, known);
  if (/** @type {Control} */ (element).validity?.valid === false || /^ch(?:oice|eck)/.test(known ?? "")) return false;
  const text = String(now ?? "");
  const is = recalls(element, wanted) || (now !== before && kept(wanted, text, known));
  if (is) made.set(element, { wanted, now: text });
  return is;
}
