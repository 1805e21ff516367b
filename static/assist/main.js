// @ts-check
/* Starts the page's side of Assist and ties its parts together. */

import { makeBridge } from "./bridge.js";
import { makeDock } from "./dock.js";
import { keep } from "./keeper.js";
import { makeLauncher } from "./launcher.js";
import { lendPage, lendTool } from "./lent.js";
import { attr, marked } from "./markup.js";
import { documentId, keepState, ownTab, pending, state } from "./tab.js";

const READY_WITHIN_MS = 5000;

/** @param {{panel: URL, tokenUrl: string, side?: string, words: Record<string, string>}} given */
export function start({ panel, tokenUrl, side, words }) {
  const dock = makeDock({ panel, side, words });
  const launcher = makeLauncher({ side, words, pressed: () => (isOpen() ? close() : open()) });
  const bridge = makeBridge(dock.frame, panel, tokenUrl, heard);
  /** @type {HTMLElement | null} Where the person was on the page. */
  let place = null;
  /** @type {Promise<typeof import("./hands.js")> | undefined} */
  let hands;
  let watching = false;

  const isOpen = () => state().open === true;

  function load() {
    if (dock.frame.isConnected) return;
    hands ??= import("./hands.js");
    dock.load();
    setTimeout(() => launcher.stuck(!bridge.ready()), READY_WITHIN_MS);
  }

  /** @param {boolean} wanted @param {boolean} byHand */
  function show(wanted, byHand) {
    if (wanted) load();
    keepState({ open: wanted });
    dock.show(wanted, byHand);
    launcher.show(wanted);
    if (dock.frame.isConnected) bridge.say({ t: "shown", open: wanted });
  }

  function open() {
    place = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!isOpen()) show(true, true);
    bridge.say({ t: "focus" });
  }

  function close() {
    if (!isOpen()) return;
    show(false, true);
    giveFocusBack();
    if (document.activeElement === document.body) launcher.focus();
  }

  function giveFocusBack() {
    dock.frame.blur();
    if (place?.isConnected && place !== dock.frame) place.focus({ preventScroll: true });
  }

  /** @param {string} text */
  function ask(text) {
    open();
    bridge.say({ t: "ask", text });
  }

  /** @param {any} message */
  async function heard(message) {
    const { facts, carryOut } = /** @type {typeof import("./hands.js")} */ (await hands);
    switch (message.t) {
      case "ready":
        return greet();
      case "facts?":
        return bridge.say({ t: "facts", n: message.n, facts: facts() });
      case "call":
        return answer(await carryOut(message.call, words));
      case "keep":
        return keepState(message.state);
      case "escape":
        return giveFocusBack();
      case "close":
        return close();
      case "badge":
        return launcher.mark(message);
    }
  }

  async function greet() {
    launcher.stuck(false);
    const { facts, watch } = /** @type {typeof import("./hands.js")} */ (await hands);
    bridge.say({ t: "page", facts: facts() });
    bridge.say({ t: "shown", open: isOpen() });
    if (!watching) watch((now) => bridge.say({ t: "page", facts: now }));
    watching = true;
  }

  /** @param {{call: string, answer: object} | null} given */
  function answer(given) {
    if (given) bridge.say({ t: "answer", document: documentId, ...given });
  }

  /** An act of the document before this one ended here. */
  async function takeOver() {
    await ownTab;
    if (!pending()) return;
    load();
    answer((await (await hands)?.resume()) ?? null);
  }

  const api = { tool: lendTool, page: lendPage, open, close, ask };
  const door = /** @type {any} */ (window)[Symbol.for("assist")];
  door.run = (/** @type {any} */ call) => {
    if (!call.gone) call.undo = /** @type {any} */ (api)[call.name](...call.given) ?? call.undo;
  };

  keep([dock.element, launcher.element]);
  launcher.show(false);
  if (isOpen()) show(true, false);
  // An early `open()` needs the dock in its place.
  door.waiting.splice(0).forEach(door.run);
  takeOver();

  addEventListener("keydown", (event) => {
    if (event.key !== "." || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    isOpen() ? close() : open();
  }, true);
  document.addEventListener("click", (event) => {
    const asked = event.target instanceof Element && event.target.closest(marked("ask"));
    if (asked) ask(attr(asked, "ask") ?? "");
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    if (bridge.ready()) greet();
    takeOver();
  });
}
