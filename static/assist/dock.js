// @ts-check
/*
  The dock: the panel's frame beside the page, a sheet at the bottom of a phone. A popover on `<html>`
  outside `<body>`, so that swaps, transforms and z-indexes of the page never reach it. The frame is a
  light child, because moving one inside a shadow root reloads it in Firefox.
*/

import { state } from "./tab.js";

const WIDTH = "380px";
/** Three fifths of a phone; on one lying on its side, or a page zoomed in far, what a conversation needs. */
export const SHEET = "max(60dvh, min(100dvh, 340px))";
const PHONE = "(max-width: 700px)";

/** Beats whatever the host says of its own frames. */
const FRAME = {
  width: "100%", height: "100%", "min-width": "0", "min-height": "0", "max-width": "none", "max-height": "none", margin: "0",
  padding: "0", border: "0", display: "block", position: "static", opacity: "1", visibility: "visible", transform: "none",
  filter: "none", "clip-path": "none", "pointer-events": "auto", background: "Canvas", "color-scheme": "inherit",
};

/** @param {string} [side] `left` or `right`; `start` and `end`, which is usual, follow the page's direction. */
const edgeOf = (side) => (side === "left" || side === "right" ? side : side === "start" ? "inline-start" : "inline-end");

/** The property that holds something there. @param {string} [side] */
export const insetOf = (side) => edgeOf(side).replace(/^i/, "inset-i");

/** @param {string} [side] */
const dockRules = (side) => `
:host{all:initial!important;display:none!important;position:fixed!important;inset:auto!important;inset-block:0!important;
${insetOf(side)}:0!important;box-sizing:border-box!important;width:${WIDTH}!important;height:auto!important;
max-width:none!important;max-height:none!important;margin:0!important;padding:0!important;border:0!important;box-shadow:0 0 0 1px color-mix(in srgb,CanvasText 14%,transparent)!important;
background:Canvas!important;color-scheme:light dark!important;overflow:hidden!important}
:host(:popover-open){display:block!important}
:host([data-scheme]){color-scheme:inherit!important}
@media ${PHONE}{:host{inset:auto 0 0!important;width:auto!important;height:${SHEET}!important;border-start-start-radius:14px!important;border-start-end-radius:14px!important;box-shadow:0 -2px 24px #0003!important}}
@media print{:host(:popover-open){display:none!important}}`;

/** @param {string} edge */
const pageRules = (edge) => `
@media screen and (min-width:701px){html{--assist-width:${WIDTH};margin-${edge}:${WIDTH}!important}}
@media screen and ${PHONE}{html{--assist-height:${SHEET};margin-block-end:${SHEET}!important;scroll-padding-block-end:${SHEET}!important}}`;

/** @param {string} css */
export function sheet(css) {
  const made = new CSSStyleSheet();
  made.replaceSync(css);
  return made;
}

export const phone = () => matchMedia(PHONE).matches;

/** @param {{panel: URL, side?: string, words: Record<string, string>}} given */
export function makeDock({ panel, side, words }) {
  const element = document.createElement("assist-dock");
  element.popover = "manual";
  const root = element.attachShadow({ mode: "open" });
  const own = sheet("");
  const room = sheet("");
  root.adoptedStyleSheets = [own];
  root.append(document.createElement("slot"));

  const frame = document.createElement("iframe");
  frame.title = words.panel ?? "";
  frame.allow = "clipboard-write";
  for (const [name, value] of Object.entries(FRAME)) frame.style.setProperty(name, value, "important");
  let edge = "";

  /** @param {string} [side] */
  function turn(side) {
    edge = edgeOf(side);
    own.replaceSync(dockRules(side));
    room.replaceSync(pageRules(edge));
  }
  turn(side);

  return {
    element,
    frame,
    turn,
    /** Loads the panel; a page whose panel was never wanted never pays for it. */
    load() {
      if (frame.isConnected && frame.parentNode === element) return;
      // In the language the panel's reader turned out to speak, when this tab has loaded it before.
      if (state().lang) panel.searchParams.set("lang", state().lang ?? "");
      frame.src = panel.href;
      element.append(frame);
    },
    /** @param {boolean} open @param {boolean} [byHand] Slides in only when a person asked. */
    show(open, byHand = false) {
      element.toggleAttribute("data-open", open);
      element.toggleAttribute("data-scheme", getComputedStyle(document.documentElement).colorScheme !== "normal");
      element.togglePopover(open);
      const others = document.adoptedStyleSheets.filter((each) => each !== room);
      document.adoptedStyleSheets = open ? [...others, room] : others;
      if (open && byHand) slide(element, edge);
    },
  };
}

/** @param {HTMLElement} element @param {string} edge */
function slide(element, edge) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const left = edge === "left" || (edge[0] === "i" && (edge === "inline-end") === (getComputedStyle(element).direction === "rtl"));
  const from = phone() ? "translateY(24px)" : `translateX(${left ? -24 : 24}px)`;
  element.animate([{ transform: from, opacity: 0 }, {}], { duration: 160, easing: "ease-out" });
}
