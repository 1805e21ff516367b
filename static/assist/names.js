// @ts-check
/* Labels: the accessible name of an element, by the contract's list. */

import { attr, squeeze, visible } from "./markup.js";

const BREAKS = /^(?:br|div|p|li|ul|ol|dl|dt|dd|h[1-6]|tr|td|th|section|article|figure|figcaption|legend|label)$/;

/**
 * @param {Element} element
 * @param {boolean} [filled] True for a field or control: its own text is its value, not its name.
 * @returns {string}
 */
export function label(element, filled = false) {
  const own = squeeze(attr(element, "label"));
  return own || name(element, filled);
}

/** @param {Element} element @param {boolean} filled */
function name(element, filled) {
  const control = /** @type {HTMLInputElement} */ (element);
  return (
    referred(element) ||
    squeeze(element.getAttribute("aria-label")) ||
    [...(control.labels ?? [])].map((each) => text(each)).filter(Boolean).join(" ") ||
    (filled ? legend(element) : text(element)) ||
    (/^(?:submit|button|reset)$/.test(control.type) ? squeeze(control.value) : "") ||
    squeeze(control.title) ||
    squeeze(control.placeholder) ||
    squeeze(element.getAttribute("name"))
  );
}

/** @param {Element} element */
function referred(element) {
  const ids = element.getAttribute("aria-labelledby")?.trim().split(/\s+/) ?? [];
  const named = ids.map((id) => document.getElementById(id));
  return squeeze(named.map((each) => (each ? squeeze(each.getAttribute("aria-label")) || text(each) : "")).join(" "));
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
  return squeeze(element.firstElementChild ? gather(element, visible(element)) : element.textContent);
}

/** @param {Element} element @param {boolean} shown @returns {string} */
function gather(element, shown) {
  let said = "";
  for (const node of element.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) said += node.nodeValue;
    else if (node instanceof Element && !skipped(node, shown)) {
      const own = node.getAttribute("aria-label") ?? node.getAttribute("alt");
      const inner = own ?? gather(node, shown);
      said += BREAKS.test(node.localName) ? ` ${inner} ` : inner;
    }
  }
  return said;
}

/** @param {Element} node @param {boolean} shown */
const skipped = (node, shown) =>
  node.getAttribute("aria-hidden") === "true" ||
  /^(?:script|style|template|input|select|textarea)$/.test(node.localName) ||
  (shown && node.localName !== "title" && !visible(node));
