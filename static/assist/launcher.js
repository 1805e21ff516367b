// @ts-check
/* The button that opens the assistant. While it is open the panel closes itself, unless it is stuck: then this does. */

import { insetOf, SHEET, sheet } from "./dock.js";

/** @param {string} [side] */
const rules = (side) => `
:host{all:initial!important;display:none!important;position:fixed!important;inset:auto!important;inset-block-end:20px!important;${insetOf(side)}:20px!important;
width:auto!important;height:auto!important;margin:0!important;padding:0!important;border:0!important;background:none!important;overflow:visible!important;color-scheme:light dark!important}
:host(:popover-open){display:block!important}
@media (max-width:700px){:host([data-sheet]){inset-block-end:calc(${SHEET} + 12px)!important}}
:host([data-sheet]:not([data-stuck])){display:none!important}
@media print{:host(:popover-open){display:none!important}}
button{position:relative;display:grid;place-items:center;width:48px;height:48px;padding:0;border:1px solid color-mix(in srgb,CanvasText 18%,transparent);border-radius:50%;
background:Canvas;color:CanvasText;box-shadow:0 4px 16px #0003;cursor:pointer;transition:transform .12s}
button:hover{transform:scale(1.05)}
button:focus-visible{outline:3px solid Highlight;outline-offset:2px}
svg{width:22px;height:22px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
:host([data-sheet]) .speak,:host(:not([data-sheet])) .close{display:none}
i{position:absolute;inset-block-start:0;inset-inline-end:0;width:12px;height:12px;border-radius:50%;border:2px solid Canvas;display:none}
:host([data-working]) i{display:block;background:#3b82f6;animation:beat 1.2s infinite alternate}
:host([data-waiting]) i{display:block;background:#d97706;animation:none}
:host([data-unread]) i{display:block;box-sizing:border-box;width:auto;min-width:18px;height:18px;padding:0 3px;background:#0a6a6a;color:#fff;font:600 11px/14px system-ui,sans-serif;text-align:center;animation:none}
@keyframes beat{to{opacity:.35}}
@media (prefers-reduced-motion:reduce){i,button{animation:none!important;transition:none!important}}`;

const SPEAK = "M4 5h16v11H9l-5 4z";
const CLOSE = "M6 6l12 12M18 6L6 18";

/** @param {{side?: string, words: Record<string, string>, pressed: () => void}} given */
export function makeLauncher({ side, words, pressed }) {
  const element = document.createElement("assist-launcher");
  element.popover = "manual";
  element.dataset.open = "";
  const root = element.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet(rules(side))];
  const button = document.createElement("button");
  const dot = document.createElement("i");
  button.type = "button";
  button.append(icon("speak", SPEAK), icon("close", CLOSE), dot);
  button.addEventListener("click", pressed);
  root.append(button);

  return {
    element,
    /** @param {string} [side] */
    turn: (side) => root.adoptedStyleSheets[0]?.replaceSync(rules(side)),
    /** @param {boolean} open */
    show(open) {
      element.toggleAttribute("data-sheet", open);
      button.ariaExpanded = String(open);
      button.ariaLabel = button.title = (open ? words.close : words.open) ?? "";
    },
    /** @param {{waiting?: boolean, working?: boolean, unread?: number}} badge */
    mark({ waiting = false, working = false, unread = 0 }) {
      const counts = unread > 0 && !waiting;
      element.toggleAttribute("data-unread", counts);
      dot.textContent = counts ? String(unread) : "";
      element.toggleAttribute("data-waiting", waiting);
      // The panel is there by now, so the page pays for no more than before.
      import("./title.js").then(({ markTitle }) => markTitle(waiting)).catch(() => {});
      element.toggleAttribute("data-working", working);
      button.ariaDescription = (waiting ? words.waiting : working ? words.working : counts ? words.unread : "") ?? "";
    },
    /** The panel has not answered: the way out must not depend on it, and stands above it. @param {boolean} stuck */
    stuck(stuck) {
      if (element.toggleAttribute("data-stuck", stuck)) {
        element.hidePopover();
        element.showPopover();
      }
    },
    focus: () => button.focus(),
  };
}

/** @param {string} name @param {string} path */
function icon(name, path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(svg.namespaceURI, "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
