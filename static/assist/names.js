// @ts-check
/* Labels: the accessible name of an element, by the contract's list. */

import { labelsOf } from "./groups.js";
import { attr, attribute, own, squeeze, visible } from "./markup.js";

const BREAKS = /^(?:br|div|p|li|ul|ol|dl|dt|dd|h[1-6]|tr|td|th|section|article|figure|figcaption|legend|label)$/;
const SILENT = /^(?:script|style|template|noscript|iframe|input|select|textarea)$/;

/**
 * @param {Element} element
 * @param {boolean} [filled] True for a field or control: its own text is its value, not its name.
 * @returns {string}
 */
export function label(element, filled = false) {
  return squeeze(attr(element, "label")) || name(element, filled);
}

/** @param {Element} element @param {boolean} filled */
function name(element, filled) {
  const control = /** @type {HTMLInputElement} */ (element);
  return (
    referred(element) ||
    squeeze(attribute(element, "aria-label")) ||
    labelsOf(element).map((each) => text(each)).filter(Boolean).join(" ") ||
    (filled ? legend(element) : text(element)) ||
    (/^(?:submit|button|reset)$/.test(control.type) ? squeeze(control.value) : "") ||
    squeeze(attribute(element, "alt")) ||
    squeeze(control.title) ||
    squeeze(control.placeholder) ||
    squeeze(attribute(element, "name"))
  );
}

/** @param {Element} element */
function referred(element) {
  const ids = attribute(element, "aria-labelledby")?.trim().split(/\s+/);
  if (!ids) return "";
  const named = ids.map((id) => document.getElementById(id));
  return squeeze(named.map((each) => (each ? squeeze(attribute(each, "aria-label")) || text(each) : "")).join(" "));
}

/** What names a group: its legend. @param {Element} element */
function legend(element) {
  const first = element.localName === "fieldset" ? element.querySelector(":scope > legend") : null;
  return first ? text(first) : "";
}

/**
 * The text that names: without what is hidden and without the controls inside it.
 * @param {Element} element
 */
export function text(element) {
  // Of a form this may be a control of that name, and then there is one.
  return squeeze(element.firstElementChild ? gather(element, element) : element.textContent);
}

/** @param {Element} element @param {Element} whole @returns {string} */
function gather(element, whole) {
  let said = "";
  for (let node = own(element, "firstChild"), next; node; node = next) {
    next = node instanceof Element ? own(node, "nextSibling") : node.nextSibling;
    if (node instanceof Element) said += part(node, whole);
    else if (node.nodeType === Node.TEXT_NODE) said += node.nodeValue;
  }
  return said;
}

/** @param {Element} node @param {Element} whole @returns {string} */
function part(node, whole) {
  const tag = own(node, "localName");
  if (SILENT.test(tag) || attribute(node, "aria-hidden") === "true") return "";
  // Of something hidden as a whole, the name is what it would say.
  if (tag !== "title" && !visible(node) && visible(whole)) return "";
  const inner = attribute(node, "aria-label") ?? attribute(node, "alt") ?? gather(node, whole);
  return BREAKS.test(tag) ? ` ${inner} ` : inner;
}
