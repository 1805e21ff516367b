// @ts-check
/*
  What belongs together on the page: a control and its labels, the radios of one name. Asked for one control, a
  browser walks the whole document; so a reading of many looks it up for all of them at once.
*/

import { getRootNode } from "./markup.js";

/** @typedef {import("./controls.js").Control} Control */

/** @type {Map<Function, Map<Node, unknown>> | null} What was looked up of which node, while a reading lasts. */
let known = null;

/** Reads many controls; meanwhile nothing on the page may change. @template T @param {() => T} read @returns {T} */
export function reading(read) {
  if (known) return read();
  known = new Map();
  try {
    return read();
  } finally {
    known = null;
  }
}

/** What `look` finds of a node, looked up once while a reading lasts. @template {Node} N @template T @param {(node: N) => T} look @param {N} node @returns {T} */
export function once(look, node) {
  if (!known) return look(node);
  const found = /** @type {Map<Node, T>} */ (known.get(look) ?? new Map());
  known.set(look, found);
  if (!found.has(node)) found.set(node, look(node));
  return /** @type {T} */ (found.get(node));
}

/** In document order. @param {Element} element */
export const labelsOf = (element) => once(labels, rootOf(element)).get(element) ?? [];

/** A custom element may call itself one. @param {Element} element @returns {element is Control} */
export const isRadio = (element) => element instanceof HTMLInputElement && element.type === "radio";

/** The radios of its name and form, in document order, itself among them; of what is no radio, none. @param {Element} element @returns {Control[]} */
export function radiosOf(element) {
  if (!isRadio(element)) return [];
  const { name, form } = element;
  const group = name ? (known ? once(radios, rootOf(element)).get(form)?.get(name) : only(element)) : null;
  return group ?? [element];
}

/** One group alone is found faster by its name. @param {Control} radio */
function only(radio) {
  /** @type {NodeListOf<Control>} */
  const named = rootOf(radio).querySelectorAll(`input[type=radio][name="${CSS.escape(radio.name)}"]`);
  return [...named].filter(({ form }) => form === radio.form);
}

/** @param {Element} element */
const rootOf = (element) => /** @type {ParentNode & Node} */ (getRootNode.call(element));

/** @param {ParentNode} root @returns {Map<Element | null, HTMLElement[]>} */
const labels = (root) => Map.groupBy(root.querySelectorAll("label"), ({ control }) => control);

/** A form's radios may stand outside of it. @param {ParentNode} root @returns {Map<Element | null, Map<string, Control[]>>} */
function radios(root) {
  /** @type {NodeListOf<Control>} */
  const all = root.querySelectorAll("input[type=radio]");
  return new Map([...Map.groupBy(all, ({ form }) => form)].map(([form, theirs]) => [form, Map.groupBy(theirs, ({ name }) => name)]));
}
