// @ts-check
/* Notices that the page changed, and says so when its facts did. */

import { ours } from "./keeper.js";
import { scan } from "./scan.js";
import { documentId } from "./tab.js";
import { later } from "./watch.js";

const PAUSE_MS = 50;
/** More than an announcement may hold is refused whole. */
const MOST_BYTES = 500 * 1024;

let seq = 0;
let last = "";
/** Scans of a restless page take at most a twentieth of its time. */
let pause = PAUSE_MS;
/** @type {number | undefined} */
let due;

/** The facts right now, as the PUT body of contract section 4. */
export function facts() {
  const started = performance.now();
  const [found, text] = fitted(scan());
  pause = Math.max(PAUSE_MS, 20 * (performance.now() - started));
  last = text;
  return { document: documentId, seq: ++seq, ...found };
}

/** As many entries as an announcement holds, and its JSON. @param {ReturnType<typeof scan>} found @returns {[typeof found, string]} */
function fitted(found) {
  const text = JSON.stringify(found);
  if (text.length * 3 <= MOST_BYTES || bytes(text) <= MOST_BYTES) return [found, text];
  /** @type {unknown[][]} */
  const [largest] = [found.fields, found.actions, found.tools].sort((one, other) => bytes(JSON.stringify(other)) - bytes(JSON.stringify(one)));
  if (!largest?.length) return [found, text];
  console.warn("Assist: this page lends more than one announcement holds. Left out:", largest.splice(largest.length >> 1));
  return fitted(found);
}

const utf8 = new TextEncoder();

/** @param {string} text */
const bytes = (text) => utf8.encode(text).length;

/** @param {(facts: object) => void} changed Called after changes that changed the facts. */
export function watch(changed) {
  const look = () => {
    due = undefined;
    const before = last;
    const now = facts();
    if (last !== before) changed(now);
  };
  const soon = () => {
    due ??= later(look, pause);
  };
  new MutationObserver((records) => records.some(({ target }) => !ours(target)) && soon()).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const signs = ["assist:lent", "input", "change", "reset", "toggle", "transitionend", "htmx:afterSettle", "htmx:after:swap", "htmx:after:history:push", "htmx:pushedIntoHistory"];
  for (const name of signs) document.addEventListener(name, soon, true);
  for (const name of ["resize", "popstate", "hashchange"]) addEventListener(name, soon);
}
