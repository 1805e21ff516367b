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

/** What an announcement holds of it, the largest entries left out first, and its JSON. @param {ReturnType<typeof scan>} found @returns {[typeof found, string]} */
function fitted(found) {
  const text = JSON.stringify(found);
  const over = text.length * 3 > MOST_BYTES ? bytes(text) - MOST_BYTES : 0;
  if (over <= 0) return [found, text];
  const out = largest(Object.values({ ...found, origin: null, path: null }).flat(), over);
  console.warn("Assist: this page lends more than one announcement holds. Left out:", [...out]);
  const kept = Object.fromEntries(Object.entries(found).map(([key, value]) => [key, without(value, out)]));
  return [/** @type {typeof found} */ (kept), JSON.stringify(kept)];
}

/** So many that they hold what is over; of two that are as large the later. @param {unknown[]} parts @param {number} over */
function largest(parts, over) {
  const sized = parts.map((part) => ({ part, size: bytes(JSON.stringify(part)) })).reverse();
  const out = new Set();
  for (const { part, size } of sized.sort((one, other) => other.size - one.size)) {
    if (over <= 0) break;
    out.add(part);
    over -= size;
  }
  return out;
}

/** A list without the entries, a page without its instructions. @param {any} value @param {Set<unknown>} out */
function without(value, out) {
  if (Array.isArray(value)) return value.filter((each) => !out.has(each));
  if (!out.has(value)) return value;
  return value?.instructions ? { ...value, instructions: "" } : null;
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
