// @ts-check
/* Filling a control of any kind as a person would, after looking whether it would take the value at all. */

import { boxes, kind, value } from "./controls.js";

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
      return offered(control).includes(wanted) ? undefined : "";
    case "choices":
      return list(wanted)?.every((each) => offered(control).includes(each)) ? undefined : "";
    case "custom":
      return undefined;
    default:
      return control.localName === "input" || control.localName === "textarea" ? probe(control, wanted) : undefined;
  }
}

/** @param {Control} control @returns {string[]} */
function offered(control) {
  const from = control.localName === "select" ? [...control.options] : boxes(control);
  return from.filter((each) => !each.matches(":disabled, optgroup:disabled *")).map((each) => each.value);
}

/** A list of strings written as JSON, or null. @param {string} text @returns {string[] | null} */
function list(text) {
  try {
    const found = JSON.parse(text);
    return Array.isArray(found) && found.every((each) => typeof each === "string") ? found : null;
  } catch {
    return null;
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
  if (kind === "range" || kind === "number") return now !== "" && wanted.trim() !== "" && Number(wanted) === Number(now);
  if (kind === "color") return wanted.toLowerCase() === now.toLowerCase();
  return lines(wanted) === lines(now);
}

/** Breaks of every kind are one. @param {string} text */
const lines = (text) => text.replace(/\r\n?/g, "\n");

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
      return pick(control, known === "choice" ? [wanted] : (list(wanted) ?? []));
    case "custom":
      return hand(control, wanted);
  }
  if (control.localName !== "input" && control.localName !== "textarea") return write(control, wanted);
  set(control, "value", wanted);
  tell(control);
}

/** A click, so that whoever listens for one hears it. @param {Control} box @param {boolean} on */
function toggle(box, on) {
  if (box.checked !== on) box.click();
}

/** @param {Control} control @param {string[]} wanted */
function pick(control, wanted) {
  if (control.localName !== "select") {
    for (const box of boxes(control)) if (box.type === "checkbox" || wanted.includes(box.value)) toggle(box, wanted.includes(box.value));
    return;
  }
  if (control.multiple) for (const each of control.options) each.selected = wanted.includes(each.value);
  else set(control, "value", wanted[0]);
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

/**
 * Did it take it? Judged by what it says afterwards.
 * @param {Element} element @param {string} wanted
 * @param {unknown} before What it said before, in the shape of the facts.
 */
export function took(element, wanted, before) {
  const control = /** @type {Control} */ (element);
  const known = kind(element);
  const now = value(element, known);
  if (control.validity?.valid === false) return false;
  if (known === "checkbox") return now === (wanted === "checked");
  if (known === "choices") return JSON.stringify([.../** @type {string[]} */ (now)].sort()) === JSON.stringify([...new Set(list(wanted))].sort());
  if (known === "choice") return (now ?? "") === wanted;
  const text = String(now ?? "");
  return same(wanted, text, known) || (now !== before && kept(wanted, text, known));
}
