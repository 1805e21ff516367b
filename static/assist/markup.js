// @ts-check
/* Reading the annotations: every attribute with and without `data-`, and what a person could see. */

/** @param {Element} element @param {string} name */
export const attr = (element, name) =>
  element.getAttribute(`hx-assist-${name}`) ?? element.getAttribute(`data-hx-assist-${name}`);

/** A selector for every element that carries the attribute. @param {string} name @param {string} [tag] */
export const marked = (name, tag = "") => `${tag}[hx-assist-${name}],${tag}[data-hx-assist-${name}]`;

/** @param {string} name @param {string} [tag] @returns {HTMLElement[]} */
export function all(name, tag) {
  // One spelling at a time is found in half the time; a page that mixes them needs both, for their order.
  const [plain, data] = marked(name, tag).split(",").map(found);
  return plain.length && data.length ? found(marked(name, tag)) : plain.concat(data);
}

/** @param {string} selector @returns {HTMLElement[]} */
const found = (selector) => [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))];

/** As JSON carries it, for what the host's script gave may be anything. @param {unknown} value */
export const plain = (value) => JSON.parse(JSON.stringify(value) ?? "null");

/** Runs of white space are one space. @param {string | null | undefined} text */
export const squeeze = (text) => (typeof text === "string" && text ? text.replace(/\s{2,}|[^\S ]/g, " ").trim() : "");

const AS_SEEN = { visibilityProperty: true, opacityProperty: true };

/** False for what is not rendered or is see-through. @param {Element} element @returns {boolean} */
export function visible(element) {
  if (element.checkVisibility(AS_SEEN)) return true;
  // An element without a box of its own (display: contents) shows where its parent does.
  const parent = element.parentElement ?? /** @type {ShadowRoot} */ (element.getRootNode()).host;
  return getComputedStyle(element).display === "contents" && parent !== undefined && visible(parent);
}
