// @ts-check
/*
  Follows what an act starts: its short timers, its requests, and what these start in turn. The page's
  `setTimeout`, `fetch` and XHR are wrapped only while an act runs.
*/

import { readBy, replyOf, replyOfXhr, siteOf } from "./replies.js";

const SHORT_MS = 1500;
const ASKING = ["htmx:before:request", "htmx:beforeRequest"];
const SWAPPING = ["htmx:before:swap", "htmx:beforeSwap"];
const SWAPS = ["htmx:after:swap", "htmx:afterSwap"];
/** htmx 2 for a request that nobody answered. */
const LOST = ["htmx:sendError", "htmx:timeout"];

/** @typedef {import("./replies.js").Reply} Reply */
/** @typedef {{replies: Reply[], fault: string | null, swapped: Node[] | null, acted: boolean}} Seen `fault` is of a request nobody answered; `swapped` what the act's own swap left on the page; `acted` whether the actor itself made a request of htmx. */

/** For our own timers, which belong to no act. */
export const later = window.setTimeout.bind(window);

/**
 * Follows what an act starts: its timers and requests, and what these start in turn.
 * @param {Element} [actor] Whose request counts before others that the act starts.
 */
export function follow(actor) {
  const { setTimeout: start, clearTimeout: stop, fetch: get } = window;
  const { send } = XMLHttpRequest.prototype;
  /** @type {Set<unknown>} */
  const due = new Set();
  /** @type {{of: unknown, reply: Reply}[]} */
  const replies = [];
  /** @type {string | null} */
  let fault = null;
  /** @type {Map<unknown, Element>} The act's htmx requests, and what makes each. */
  const asked = new Map();
  /** @type {Map<unknown, Node[] | null>} What the swap of each left on the page. */
  const swapped = new Map();
  /** Where answers count from: elsewhere may be asked too, by what counts visitors. */
  const sites = new Set([siteOf(location.hostname)]);
  let ended = false;
  let active = 0;

  /** What starts before the next task counts as started by the act. */
  function attend() {
    active++;
    later(() => active--, 0);
  }
  /** @param {unknown} what */
  const over = (what) => {
    due.delete(what);
    attend();
  };
  const attending = () => active > 0 && !ended;
  /** @param {string | URL} address Empty where a browser does not say who answered. */
  const counts = (address) => address !== "" && sites.has(siteOf(URL.parse(address, document.baseURI)?.hostname ?? ""));

  const patched = {
    /** @param {any} run @param {number} [delay] @param {any[]} given */
    setTimeout(run, delay = 0, ...given) {
      if (!attending() || delay > SHORT_MS || typeof run !== "function") return start.call(window, run, delay, ...given);
      const id = start.call(window, () => {
        over(id);
        run.apply(window, given);
      }, delay);
      due.add(id);
      return id;
    },
    /** @param {any} id */
    clearTimeout(id) {
      due.delete(id);
      stop.call(window, id);
    },
    /** @param {[RequestInfo | URL, RequestInit?]} given */
    fetch(...given) {
      const reply = get.apply(window, given);
      if (!attending()) return reply;
      due.add(reply);
      return reply.then(
        (response) => {
          if (counts(response.url)) replies.push({ of: response, reply: replyOf(response) });
          over(reply);
          return readBy(response, (reading) => due.add(reading), over);
        },
        (error) => {
          const [to] = given;
          if (error?.name !== "AbortError" && counts(to instanceof Request ? to.url : to)) fault = String(error?.message);
          over(reply);
          throw error;
        },
      );
    },
  };
  /** @this {XMLHttpRequest} @param {any[]} given */
  function patchedSend(...given) {
    if (attending()) {
      due.add(this);
      // Before the page hears of it, which may ask for more right then.
      this.addEventListener("readystatechange", () => this.readyState === XMLHttpRequest.DONE && attend(), true);
      this.addEventListener("loadend", () => {
        if (this.status && counts(this.responseURL)) replies.push({ of: this, reply: replyOfXhr(this) });
        over(this);
      });
    }
    return send.apply(this, /** @type {any} */ (given));
  }
  /** @type {Node[]} What the swap put on the page so far. */
  let made = [];
  const note = (/** @type {MutationRecord[]} */ records) => records.forEach(({ addedNodes }) => made.push(...addedNodes));
  const placed = new MutationObserver(note);
  const swapping = () => {
    placed.takeRecords();
    made = [];
  };
  const swap = (/** @type {Event} */ event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    note(placed.takeRecords());
    swapped.set(detail?.ctx ?? detail?.xhr, left(detail?.ctx?.target ?? detail?.target, made, detail?.ctx?.swap));
  };
  const asking = (/** @type {Event} */ event) => {
    const { ctx, xhr, elt, pathInfo } = /** @type {CustomEvent} */ (event).detail;
    if (!attending()) return;
    asked.set(ctx ?? xhr, ctx?.sourceElement ?? elt);
    const to = URL.parse(ctx?.request?.action ?? pathInfo?.requestPath ?? "", document.baseURI);
    if (to) sites.add(siteOf(to.hostname));
  };
  /** The actor's own request, else one from inside it, else the first. */
  const principal = () => {
    const all = [...asked].reverse();
    const [request] = all.find(([, by]) => by === actor) ?? all.find(([, by]) => actor && Node.prototype.contains.call(actor, by)) ?? all.at(-1) ?? [];
    return request;
  };
  /** What came of it: of the actor's own request, where there is one, and else of all. @returns {Seen} */
  const seen = () => {
    const request = /** @type {any} */ (principal());
    const by = asked.get(request);
    const mine = replies.filter(({ of }) => by && of === (request.response?.raw ?? request));
    return {
      replies: (mine.length ? mine : replies).map(({ reply }) => reply),
      fault,
      swapped: swapped.get(request) ?? null,
      acted: by !== undefined && by === actor,
    };
  };
  const lost = () => (fault = "");

  Object.assign(window, patched);
  XMLHttpRequest.prototype.send = patchedSend;
  for (const name of ASKING) document.addEventListener(name, asking, true);
  for (const name of SWAPS) document.addEventListener(name, swap, true);
  for (const name of LOST) document.addEventListener(name, lost, true);
  for (const name of SWAPPING) document.addEventListener(name, swapping, true);
  placed.observe(document, { subtree: true, childList: true });
  attend();

  return {
    seen,
    busy: () => due.size > 0,
    /** Waits for an answer still, and not just for a timer. */
    asking: () => [...due].some((what) => typeof what === "object"),
    /** Someone may have wrapped ours meanwhile; then it stays, and only passes on. */
    end() {
      ended = true;
      const page = /** @type {any} */ (window);
      for (const [name, native] of Object.entries({ setTimeout: start, clearTimeout: stop, fetch: get })) {
        if (page[name] === /** @type {any} */ (patched)[name]) page[name] = native;
      }
      if (XMLHttpRequest.prototype.send === patchedSend) XMLHttpRequest.prototype.send = send;
      for (const name of ASKING) document.removeEventListener(name, asking, true);
      for (const name of SWAPS) document.removeEventListener(name, swap, true);
      for (const name of LOST) document.removeEventListener(name, lost, true);
      for (const name of SWAPPING) document.removeEventListener(name, swapping, true);
      placed.disconnect();
    },
  };
}

/**
 * What a swap left on the page: its target where that still stands, or else what came in its place or
 * beside it. Null where it left nothing new.
 * @param {unknown} target @param {Node[]} made @param {string} [style]
 */
function left(target, made, style) {
  const here = made.filter((node) => node.isConnected && !made.some((other) => other !== node && other.contains(node)));
  const inside = target instanceof Element && target.isConnected && (here.length ? here.some((node) => target.contains(node)) : style !== "none");
  return inside ? [target] : here.length ? here : null;
}
