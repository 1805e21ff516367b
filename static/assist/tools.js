// @ts-check
/* Runs a tool of the page: one a script lends, else a form or an element with a request. */

import { scriptTool } from "./lent.js";

/** @param {{name: string, args: any}} call @param {(doing: () => unknown) => Promise<any>} _lasting @returns {Promise<{outcome: string, value?: unknown, message?: string}>} */
export async function runTool({ name, args }, _lasting) {
  const script = scriptTool(name);
  if (!script) return { outcome: "missing" };
  return { outcome: "returned", value: plain(await script.execute(args)) };
}

/** As JSON carries it. @param {unknown} value */
const plain = (value) => (value === undefined ? null : JSON.parse(JSON.stringify(value)));
