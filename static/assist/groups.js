// @ts-check
/*
  What belongs together on the page: a control and its labels, the radios of one name. Asked for one control, a
  browser walks the whole document; so a reading of many looks it up for all of them at once.
*/

import { own } from "./markup.js";

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {{labels: Map<Element | null, HTMLElement[]>, radios: Map<Element | null, Map<string, Control[]>>}} Groups */

/** @type {Map<Node, Groups> | null} By root, while a reading lasts. */
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

/** In document order. @param {Element} element */
export const labelsOf = (element) => groups(element).labels.get(element) ?? [];

/** The radios of its name and form, in document order, itself among them. @param {Control} radio */
export const radiosOf = (radio) => groups(radio).radios.get(radio.form)?.get(radio.name) ?? [];

/** @param {Element} element */
function groups(element) {
  const root = /** @type {ParentNode} */ (own(element, "getRootNode").call(element));
  const found = known?.get(root) ?? grouped(root);
  known?.set(root, found);
  return found;
}

/** @param {ParentNode} root @returns {Groups} */
function grouped(root) {
  /** @type {NodeListOf<Control>} */
  const radios = root.querySelectorAll("input[type=radio]");
  // A form's radios may stand outside of it.
  const ofForms = Map.groupBy(radios, ({ form }) => form);
  return {
    labels: Map.groupBy(root.querySelectorAll("label"), ({ control }) => control),
    radios: new Map([...ofForms].map(([form, all]) => [form, Map.groupBy(all, ({ name }) => name)])),
  };
}
