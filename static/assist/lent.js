// @ts-check
/* What the host's own script lends through `window.assist`. */

import { plain } from "./markup.js";

/** @typedef {{name: string, description?: string, parameters?: object, consequential?: boolean | string, execute: (args: any) => unknown}} ScriptTool */

/** @type {Set<ScriptTool>} */
const lent = new Set();
/** @type {{content?: unknown}[]} */
const pages = [];

/** No element changed, so the change is said. @param {unknown} [_done] */
const said = (_done) => void document.dispatchEvent(new Event("assist:lent"));

/** @param {ScriptTool} tool @returns {() => void} Takes it back. */
export function lendTool(tool) {
  lent.add(tool);
  said();
  return () => said(lent.delete(tool));
}

/** @param {{content?: unknown}} given @returns {() => void} Takes it back. */
export function lendPage(given) {
  pages.push(given);
  said();
  return () => said(pages.includes(given) && pages.splice(pages.indexOf(given), 1));
}

/** The content a script lends, a value or a function that gives one; undefined without. */
export const page = () => pages.at(-1)?.content;

/** @param {string} name */
export const scriptTool = (name) => [...lent].find((tool) => tool.name === name);

/** As facts. */
export const tools = () =>
  [...lent].map(({ name, description = "", parameters = { type: "object", properties: {} }, consequential = false }) =>
    told({ name, description, parameters, consequential }),
  );

/** What no JSON can hold is left out, for the server to say so. @param {{name: string, [key: string]: unknown}} tool */
function told(tool) {
  try {
    return plain(tool);
  } catch {
    return { name: String(tool.name), parameters: null };
  }
}
