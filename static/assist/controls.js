// @ts-check
/* What a control is and says: its kind, value, options and state. Shared by fields and by form tools. */

import { radiosOf } from "./groups.js";
import { attr, own, squeeze } from "./markup.js";
import { label } from "./names.js";

/** @typedef {HTMLInputElement & Omit<HTMLSelectElement & HTMLTextAreaElement, "type">} Control Any control; what it lacks is undefined. */

const FAMILY = /^(?:date|time|month|week|datetime-local)$/;
const BUTTONS = /^(?:submit|button|image|reset)$/;

/** Never read and never filled. @param {Element} element */
export const secret = (element) =>
  /^(?:password|hidden|file)$/.test(/** @type {Control} */ (element).type) ||
  /(?:^|\s)cc-/i.test(element.getAttribute("autocomplete") ?? "");

/** One of the contract's known kinds, or null. @param {Element} element */
export function kind(element) {
  const control = /** @type {Control} */ (element);
  if (secret(control)) return null;
  if (control.localName === "select") return control.multiple ? "choices" : "choice";
  if (control.localName === "textarea") return "multiline";
  if (control.localName === "input") return inputKind(control.type);
  if (control.localName.includes("-")) return "custom";
  if (control.hasAttribute("contenteditable")) return "multiline";
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
  const control = /** @type {Control} */ (element);
  if (control.type === "radio" && control.name) return radiosOf(control);
  if (element.localName === "input") return [control];
  /** @type {NodeListOf<Control>} */
  const found = element.querySelectorAll("input[type=radio],input[type=checkbox]");
  const radios = [...found].filter(({ type }) => type === "radio");
  return radios.length ? radios : [...found];
}

/**
 * What can be picked: `[{value, label}]`, a label only where it says more than the value; null for other kinds.
 * @param {Element} element @param {string | null} kind
 */
export function options(element, kind) {
  if (kind !== "choice" && kind !== "choices") return null;
  const control = /** @type {Control} */ (element);
  if (control.localName !== "select") {
    return boxes(element).filter((box) => !box.matches(":disabled")).map((box) => option(box.value, label(box, true)));
  }
  return [...control.options]
    .filter((each) => !shut(each) && !(each.value === "" && (control.required || each.hidden)))
    .map((each) => option(each.value, squeeze(each.label)));
}

/** Chromium calls every option of a disabled select `:disabled`; the attributes tell which ones are. @param {HTMLOptionElement} each */
const shut = (each) => each.disabled || each.matches("optgroup[disabled] *");

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
  return control.localName === "input" || control.localName === "textarea" ? control.value : control.innerText.trim();
}

/** @param {unknown} value */
const said = (value) => (value == null ? null : typeof value === "object" ? JSON.stringify(value) : String(value));

/** @param {Control} control @returns {string[]} */
function picked(control) {
  if (control.localName === "select") return [...control.selectedOptions].map((each) => each.value);
  return boxes(control).filter((box) => box.checked).map((box) => box.value);
}

/** @param {Element} element @param {string | null} [kind] */
export function disabled(element, kind) {
  if (element.matches(":disabled, [aria-disabled=true], [inert], [inert] *")) return true;
  const group = kind?.startsWith("choice") && element.localName !== "select" ? boxes(element) : [];
  return group.length > 0 && group.every((box) => box.matches(":disabled"));
}

/** @param {Element} element */
export function readonly(element) {
  const { readOnly, type } = /** @type {Control} */ (element);
  if (readOnly === true && !/^(?:checkbox|radio|range|color)$/.test(type)) return true;
  return element.matches("[aria-readonly=true], [contenteditable=false]");
}

/** A form tool's controls as facts, in document order; the server makes the schema. @param {Element} tool */
export function controls(tool) {
  const all = fillable(tool);
  return all.map((control) => ({
    name: control.name,
    type: control.type,
    label: label(control, true) || null,
    description: squeeze(attr(control, "description") ?? control.getAttribute("toolparamdescription") ?? grouped(control, all)) || null,
    required: control.required,
    value: /^(?:checkbox|radio)$/.test(control.type) ? control.value : null,
    options: control.localName === "select" ? [...control.options].map(choice) : null,
    min: control.getAttribute("min"),
    max: control.getAttribute("max"),
    step: control.getAttribute("step"),
    pattern: control.getAttribute("pattern"),
    maxlength: control.maxLength >= 0 ? control.maxLength : null,
    disabled: control.matches(":disabled"),
  }));
}

/** @param {HTMLOptionElement} each */
const choice = (each) => ({ value: each.value, label: squeeze(each.label) || null, disabled: shut(each) });

/** The named controls a person could fill, of a form or of an element with a request. @param {Element} tool @returns {Control[]} */
export function fillable(tool) {
  const inside = tool instanceof HTMLFormElement ? elementsOf(tool) : [tool, ...tool.querySelectorAll("*")];
  return /** @type {Control[]} */ (inside).filter(
    (each) => /^(?:input|select|textarea)$/.test(each.localName) && each.name && !secret(each) && !BUTTONS.test(each.type) && !readonly(each),
  );
}

/** @param {HTMLFormElement} form @returns {Element[]} */
export const elementsOf = (form) => [...own(form, "elements")];

/** What describes a set of boxes: its fieldset's words. @param {Control} control @param {Control[]} all */
function grouped(control, all) {
  const set = /^(?:radio|checkbox)$/.test(control.type) && control.closest("fieldset");
  if (!set || (control.type === "checkbox" && !all.some((each) => each !== control && each.name === control.name))) return null;
  return attr(set, "description") ?? set.getAttribute("toolparamdescription") ?? label(set, true);
}
