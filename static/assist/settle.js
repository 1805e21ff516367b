// @ts-check
/*
  Knowing when the page is done with an act: the short timers the act started have fired, nothing it
  asked for is in flight, no htmx request is, and the DOM has been quiet. Timers and requests are watched
  only while an act runs.
*/

import { ours } from "./keeper.js";
import { follow, later } from "./watch.js";

const QUIET_MS = 100;
const MOST_MS = 5000;
/** The server waits for an answer a little longer than that. */
const ANSWER_MS = 25_000;
const SWAP_MS = 1000;
const LOOK_MS = 20;

/** @type {Set<unknown>} htmx requests in flight, of either version. */
const live = new Set();
/** Raised when the document is left, so that one restored by Back answers nothing old. */
let generation = 0;
let leaving = false;

/** @param {string} name @param {(detail: any, event: Event) => void} heard */
const on = (name, heard) => document.addEventListener(name, (event) => heard(/** @type {CustomEvent} */ (event).detail, event), true);

on("htmx:before:request", ({ ctx }) => live.add(ctx));
on("htmx:finally:request", ({ ctx }) => live.delete(ctx));
// A stream stays open for good; waiting for it would be waiting in vain.
on("htmx:before:response", ({ ctx }) => ctx.response.headers.get("content-type")?.includes("event-stream") && live.delete(ctx));
on("htmx:beforeRequest", ({ xhr }, event) => {
  live.add(xhr);
  xhr.addEventListener("loadend", () => live.delete(xhr));
  // A cancelled one is never sent and so never ends.
  later(() => (event.defaultPrevented || xhr.readyState < 1) && live.delete(xhr));
});

addEventListener("pagehide", () => generation++);
addEventListener("pageshow", () => (leaving = false));
const navigation = /** @type {any} */ (window).navigation;
navigation?.addEventListener("navigate", (/** @type {any} */ event) => {
  if (event.destination.sameDocument || event.hashChange || event.downloadRequest !== null) return;
  // Not leaving after all when the page cancels it or handles it itself, which shows only afterwards.
  later(() => (leaving = !event.defaultPrevented && !navigation.transition));
});
navigation?.addEventListener("navigateerror", () => (leaving = false));

/**
 * Acts, and waits until the page has settled.
 * @param {() => unknown} act
 * @param {boolean} [answered] Waits for the answers to its requests, however slow they are.
 * @param {Element} [actor] Whose request the act is.
 * @returns {Promise<{left: boolean} & import("./watch.js").Seen>} `left` when the document was left meanwhile.
 */
export async function settle(act = () => {}, answered = false, actor = undefined) {
  const since = generation;
  const watch = follow(actor);
  try {
    await act();
    let most = MOST_MS;
    // An answer that comes late has yet to be put in its place.
    const longest = (/** @type {number} */ spent) =>
      (most = answered && watch.asking() ? Math.min(Math.max(most, spent + SWAP_MS), ANSWER_MS) : most);
    await quiet(() => watch.busy() || live.size > 0 || leaving, () => generation !== since, longest);
  } finally {
    watch.end();
    // A download leaves nothing, and nothing tells.
    leaving = false;
  }
  return { left: generation !== since, ...watch.seen() };
}

/** @param {() => boolean} busy @param {() => boolean} gone @param {(spent: number) => number} longest */
async function quiet(busy, gone, longest) {
  const started = performance.now();
  let changed = started;
  const observer = new MutationObserver((records) => {
    if (records.some(({ target }) => !ours(target))) changed = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let now = started; now - started < longest(now - started) && !gone(); now = performance.now()) {
    if (!busy() && now - changed >= QUIET_MS) break;
    await new Promise((resolve) => later(resolve, LOOK_MS));
  }
  observer.disconnect();
}
