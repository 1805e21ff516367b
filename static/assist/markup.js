// @ts-check
/* Reading the annotations: every attribute with and without `data-`, and what a person could see. */

/**
 * What an element itself has by this name. A form has its controls by theirs, so one that is named `children`
 * stands in the place of these: whatever may be a form is asked this way, or by a method of the prototype's.
 * @template {keyof HTMLFormElement} K @param {Element} element @param {K} name @returns {HTMLFormElement[K]}
 */
export const own = (element, name) =>
  element instanceof HTMLFormElement ? Reflect.get(HTMLFormElement.prototype, name, element) : /** @type {any} */ (element)[name];

export const { checkVisibility, closest, getAttribute, getBoundingClientRect, getRootNode, matches, querySelectorAll } = Element.prototype;

/** @param {Element} element @param {string} name @returns {string | null} */
export const attribute = (element, name) => getAttribute.call(element, name);

/** @param {Element} element @param {string} name */
export const attr = (element, name) => attribute(element, `hx-assist-${name}`) ?? attribute(element, `data-hx-assist-${name}`);

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
  if (checkVisibility.call(element, AS_SEEN)) return true;
  // An element without a box of its own (display: contents) shows where its parent does.
  const parent = own(element, "parentElement") ?? /** @type {ShadowRoot} */ (getRootNode.call(element)).host;
  return getComputedStyle(element).display === "contents" && parent !== undefined && visible(parent);
}
