// @ts-check
/* What a control is and says: its kind, value, options and state. Shared by fields and by form tools. */

import { isRadio, once, radiosOf, reading } from "./groups.js";
import { attr, attribute, matches, own, querySelectorAll, squeeze, visible } from "./markup.js";
import { label } from "./names.js";
import { shows } from "./showing.js";

/** @typedef {HTMLInputElement & Omit<HTMLSelectElement & HTMLTextAreaElement, "type">} Control Any control; what it lacks is undefined. */

const FAMILY = /^(?:date|time|month|week|datetime-local)$/;
const BUTTONS = /^(?:submit|button|image|reset)$/;

/** What a browser would fill in of its own is secret also while it can be read. */
const SECRET = /(?:^|\s)(?:cc-|(?:(?:current|new)-password|one-time-code)(?!\S))/i;

/** @type {WeakSet<Element>} What was a password once: a person may have it shown. */
const passwords = new WeakSet();

/** Remembers the passwords there are, before somebody looks at one. */
export const heedPasswords = () => document.querySelectorAll("input[type=password]").forEach((each) => passwords.add(each));

/** Never read and never filled. @param {Element} element */
export const secret = (element) =>
  /^(?:password|hidden|file)$/.test(/** @type {Control} */ (element).type) ||
  passwords.has(element) ||
  SECRET.test(attribute(element, "autocomplete") ?? "");

/** One of the contract's known kinds, or null. @param {Element} element */
export function kind(element) {
  const control = /** @type {Control} */ (element);
  if (secret(control)) return null;
  const tag = element.localName;
  if (tag === "select") return control.multiple ? "choices" : "choice";
  if (tag === "textarea") return "multiline";
  if (tag === "input") return inputKind(control.type);
  if (tag.includes("-")) return "custom";
  if (attribute(element, "contenteditable") !== null) return "multiline";
  const [first] = boxes(control);
  return first ? (first.type === "radio" ? "choice" : "choices") : null;
}

/** @param {string} type */
function inputKind(type) {
  if (BUTTONS.test(type)) return null;
  if (FAMILY.test(type)) return "date";
  if (type === "radio") return "choice";
  return /^(?:number|color|range|checkbox)$/.test(type) ? type : "text";
}

/** The radios or checkboxes of a group: of a radio's own name, or inside a container. @param {Element} element @returns {Control[]} */
export function boxes(element) {
  if (isRadio(element)) return radiosOf(element);
  return element.localName === "input" ? [/** @type {Control} */ (element)] : once(inside, element);
}

/** @param {Element} element */
function inside(element) {
  const found = /** @type {Control[]} */ ([...querySelectorAll.call(element, "input[type=radio],input[type=checkbox]")]);
  const radios = found.filter(isRadio);
  return radios.length ? radios : found;
}

/** The boxes a field stands for, if it is a group of them. @param {Element} element @param {string | null} [kind] */
export const group = (element, kind) => (kind?.startsWith("choice") && element.localName !== "select" ? boxes(element) : null);

/** Chromium calls every option of a disabled select `:disabled`; the attributes tell which ones are. */
const SHUT = "[disabled],[hidden],optgroup[disabled] *,optgroup[hidden] *";

/** What of a choice a person could pick: no box or option that is disabled, and none out of sight. @param {Element} element @returns {(Control | HTMLOptionElement)[]} */
export function pickable(element) {
  if (element.localName === "select") return [.../** @type {Control} */ (element).options].filter((each) => !each.matches(SHUT));
  const all = boxes(element);
  const seen = reading(() => all.filter(shows));
  // Where none shows, something else draws them, or the whole group is out of sight.
  return (seen.length ? seen : all).filter((box) => !box.matches(":disabled,[aria-disabled=true]"));
}

/**
 * What can be picked: `[{value, label}]`, a label only where it says more than the value; null for other kinds.
 * @param {Element} element @param {string | null} kind
 */
export function options(element, kind) {
  if (kind !== "choice" && kind !== "choices") return null;
  const control = /** @type {Control} */ (element);
  if (control.localName !== "select") return pickable(element).map((box) => option(box.value, label(box, true)));
  return /** @type {HTMLOptionElement[]} */ (pickable(element))
    .filter((each) => each.value !== "" || !control.required)
    .map((each) => option(each.value, squeeze(each.label)));
}

/** @param {string} value @param {string} label */
const option = (value, label) => ({ value, label: label === value ? null : label });

/**
 * What it says now, in the shape of the facts: string, boolean, list, or null for nothing picked.
 * @param {Element} element @param {string | null} kind
 * @returns {string | boolean | string[] | null}
 */
export function value(element, kind) {
  const control = /** @type {Control} */ (element);
  if (kind === null) return null;
  if (kind === "checkbox") return control.checked;
  if (kind === "choices") return picked(control);
  if (kind === "choice") return picked(control)[0] || null;
  if (kind === "custom") return said(control.value ?? control.getAttribute("value"));
  if (control.localName === "input" || control.localName === "textarea") return control.value;
  return ((visible(control) ? control.innerText : control.textContent) ?? "").trim();
}

/** @param {unknown} value */
const said = (value) => (value == null ? null : typeof value === "object" ? JSON.stringify(value) : String(value));

/** @param {Control} control @returns {string[]} */
function picked(control) {
  if (control.localName === "select") return [...control.selectedOptions].map((each) => each.value);
  return boxes(control).filter((box) => box.checked).map((box) => box.value);
}

/** A group is when all of it is. @param {Element} element @param {string | null} [kind] */
export function disabled(element, kind) {
  const all = group(element, kind);
  return all?.every(off) || (!(all && isRadio(element)) && off(element));
}

/** @param {Element} element */
const off = (element) => matches.call(element, ":disabled,[aria-disabled=true],[inert],[inert] *");

/** @param {Element} element */
export function readonly(element) {
  const { readOnly, type } = /** @type {Control} */ (element);
  if (readOnly === true && !/^(?:checkbox|radio|range|color)$/.test(type)) return true;
  return matches.call(element, "[aria-readonly=true],[contenteditable=false]");
}

/** A form tool's controls as facts, in document order; the server makes the schema. @param {Element} tool */
export function controls(tool) {
  const all = fillable(tool);
  const named = Map.groupBy(all, ({ name }) => name);
  return all.map((control) => ({
    name: control.name,
    type: control.type,
    label: label(control, true) || null,
    description: squeeze(attr(control, "description") ?? control.getAttribute("toolparamdescription") ?? grouped(control, named.get(control.name)?.length)) || null,
    required: control.required,
    value: /^(?:checkbox|radio)$/.test(control.type) ? control.value : null,
    options: control.localName === "select" ? [...control.options].map(choice) : null,
    min: control.getAttribute("min"),
    max: control.getAttribute("max"),
    step: control.getAttribute("step"),
    pattern: control.getAttribute("pattern"),
    maxlength: control.maxLength >= 0 ? control.maxLength : null,
    disabled: control.matches(":disabled") || (isRadio(control) && !once(offers, radiosOf(control)[0]).has(control)),
  }));
}

/** @param {Control} radio @returns {Set<Element>} */
const offers = (radio) => new Set(pickable(radio));

/** @param {HTMLOptionElement} each */
const choice = (each) => ({ value: each.value, label: squeeze(each.label) || null, disabled: each.matches(SHUT) });

/** The named controls a person could fill, of a form or of an element with a request. @param {Element} tool @returns {Control[]} */
export function fillable(tool) {
  const inside = tool instanceof HTMLFormElement ? elementsOf(tool) : [tool, ...tool.querySelectorAll("*")];
  return /** @type {Control[]} */ (inside).filter(
    (each) => /^(?:input|select|textarea)$/.test(each.localName) && each.name && !secret(each) && !BUTTONS.test(each.type) && !readonly(each),
  );
}

/** @param {HTMLFormElement} form @returns {Element[]} */
export const elementsOf = (form) => [...own(form, "elements")];

/** What describes a set of boxes: its fieldset's words. @param {Control} control @param {number} [many] How many have its name. */
function grouped(control, many) {
  const set = (isRadio(control) || (control.type === "checkbox" && many !== 1)) && control.closest("fieldset");
  return set ? once(described, set) : null;
}

/** @param {Element} set */
const described = (set) => attr(set, "description") ?? set.getAttribute("toolparamdescription") ?? label(set, true);
