// @ts-check
/* Starts the page's side of Assist and ties its parts together. */

import { makeBridge } from "./bridge.js";
import { makeDock } from "./dock.js";
import { keep } from "./keeper.js";
import { makeLauncher } from "./launcher.js";
import { lendPage, lendTool } from "./lent.js";
import { attr, closest, marked } from "./markup.js";
import { documentId, keepState, ownTab, pending, state } from "./tab.js";

const READY_WITHIN_MS = 5000;

/** @typedef {{panel: URL, tokenUrl: string, side?: string, words: Record<string, string>}} Given */

/** @param {Given} given */
export function start(given) {
  const beside = new Beside(given);
  const api = {
    tool: lendTool,
    page: lendPage,
    open: () => beside.open(),
    close: () => beside.close(),
    toggle: () => beside.toggle(),
    ask: (/** @type {string} */ text) => beside.tell({ t: "ask", text }),
  };
  const door = /** @type {any} */ (window)[Symbol.for("assist")];
  door.run = (/** @type {any} */ call) => {
    if (!call.gone) call.undo = /** @type {any} */ (api)[call.name](...call.given) ?? call.undo;
  };
  door.waiting.splice(0).forEach(door.run);
}

/** The panel beside this page. */
class Beside {
  /** @type {HTMLElement | null} Where the person was on the page. */
  #place = null;
  /** @type {Promise<typeof import("./hands.js")> | undefined} What reads and works the page, once the panel is wanted. */
  #hands;
  #watching = false;
  #pointing = false;
  #dock;
  #launcher;
  #bridge;
  #words;
  #side;
  #panel;

  /** @param {Given} given */
  constructor({ panel, tokenUrl, side, words }) {
    this.#words = Object.assign(words, state().words);
    this.#panel = panel;
    this.#side = side;
    this.#dock = makeDock({ panel, side: side ?? state().side, words });
    this.#launcher = makeLauncher({ side: side ?? state().side, words, pressed: () => this.toggle() });
    this.#bridge = makeBridge(this.#dock.frame, panel, tokenUrl, (message) => this.#heard(message));
    keep([this.#dock.element, this.#launcher.element]);
    this.#launcher.show(false);
    if (this.#isOpen()) this.#show(true, false);
    this.#listen();
    this.#takeOver();
  }

  open() {
    this.#place = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!this.#isOpen()) this.#show(true, true);
    this.#bridge.say({ t: "focus" });
  }

  close() {
    if (!this.#isOpen()) return;
    this.#show(false, true);
    this.#giveFocusBack();
    if (document.activeElement === document.body) this.#launcher.focus();
  }

  /** Open the panel and tell it something. @param {{t: string, [key: string]: any}} message */
  tell(message) {
    this.open();
    this.#bridge.say(message);
  }

  #isOpen = () => state().open === true;
  toggle = () => (this.#isOpen() ? this.close() : this.open());

  #listen() {
    document.addEventListener("click", (event) => {
      const asked = event.target instanceof Element && closest.call(event.target, marked("ask"));
      if (!asked) return;
      // Neither its form nor its address is wanted then; a boosted link asks nobody whether that was prevented.
      event.preventDefault();
      if (closest.call(asked, "a")) event.stopPropagation();
      this.tell({ t: "ask", text: attr(asked, "ask") || (asked.textContent ?? "").trim() });
    }, true);
    document.addEventListener("selectionchange", () => this.#pointing || getSelection()?.isCollapsed || this.#point());
    // Back has brought this document again: the tab's open page is this one, and no longer the other.
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      if (this.#bridge.ready()) this.#greet();
      this.#takeOver();
    });
  }

  /** Selected text can be asked about, where the workspace wants it. */
  async #point() {
    this.#pointing = true;
    (await import("./pointing.js")).point(this.#panel, this.#words, (quote) => this.tell({ t: "quote", quote }));
  }

  #load() {
    if (this.#dock.frame.isConnected) return;
    this.#hands ??= import("./hands.js");
    this.#dock.load();
    setTimeout(() => this.#launcher.stuck(!this.#bridge.ready()), READY_WITHIN_MS);
  }

  /** @param {boolean} open @param {boolean} byHand */
  #show(open, byHand) {
    if (open) this.#load();
    keepState({ open });
    this.#dock.show(open, byHand);
    this.#launcher.show(open);
    if (this.#dock.frame.isConnected) this.#bridge.say({ t: "shown", open });
  }

  /** Where the workspace has the panel; what the page's own tag says wins. @param {string} [side] */
  #turn(side) {
    if (!side || this.#side) return;
    this.#dock.turn(side);
    this.#launcher.turn(side);
  }

  #giveFocusBack() {
    this.#dock.frame.blur();
    if (this.#place?.isConnected && this.#place !== this.#dock.frame) this.#place.focus({ preventScroll: true });
  }

  /** @param {any} message */
  #heard(message) {
    switch (message.t) {
      case "ready":
        return void this.#greet();
      case "facts?":
        return void this.#work(({ facts }) => this.#bridge.say({ t: "facts", n: message.n, facts: facts() }));
      case "call":
        return void this.#work((hands) => this.#carryOut(message.call, hands));
      case "go":
        return void this.#work(({ go }) => go(message.url));
      case "keep":
        keepState(message.state);
        Object.assign(this.#words, message.state.words);
        this.#turn(message.state.side);
        return this.#launcher.show(this.#isOpen());
      case "escape":
        return this.#giveFocusBack();
      case "close":
        return this.close();
      case "badge":
        return this.#launcher.mark(message);
    }
  }

  /** @param {(hands: typeof import("./hands.js")) => unknown} doing */
  async #work(doing) {
    const hands = await this.#hands;
    if (hands) return doing(hands);
  }

  /** @param {any} call @param {typeof import("./hands.js")} hands */
  async #carryOut(call, hands) {
    const typing = document.activeElement === this.#dock.frame;
    this.#answer(await hands.carryOut(call, this.#words));
    // A rich editor is filled with the focus in it; whoever was typing in the panel goes on there.
    if (typing && call.kind === "field" && document.activeElement !== this.#dock.frame) this.#bridge.say({ t: "focus" });
  }

  #greet() {
    this.#launcher.stuck(false);
    return this.#work(({ facts, watch }) => {
      this.#bridge.say({ t: "page", facts: facts() });
      this.#bridge.say({ t: "shown", open: this.#isOpen() });
      if (!this.#watching) watch((now) => this.#bridge.say({ t: "page", facts: now }));
      this.#watching = true;
    });
  }

  /** @param {{call: string, answer: object} | null | undefined} given Null when there is nothing to say, or the next document says it. */
  #answer(given) {
    if (given) this.#bridge.say({ t: "answer", document: documentId, ...given });
  }

  /** An act of the document before this one ended here. */
  async #takeOver() {
    await ownTab;
    if (!pending()) return;
    this.#load();
    this.#work(async ({ resume }) => this.#answer(await resume()));
  }
}
