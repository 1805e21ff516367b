// @ts-check
/* Shows a person where: scrolls there and draws a ring over the page, which changes nothing in it. */

import { sheet } from "./dock.js";
import { home } from "./keeper.js";
import { labelsOf } from "./groups.js";
import { getBoundingClientRect, matches, own } from "./markup.js";
import { later } from "./watch.js";

const RULES = `
:host{all:initial!important;display:block!important;position:fixed!important;inset:0!important;width:auto!important;height:auto!important;margin:0!important;padding:0!important;border:0!important;background:none!important;overflow:visible!important;pointer-events:none!important}
div{position:absolute;inset:0 auto auto 0;box-sizing:border-box;border:3px solid #2563eb;border-radius:10px;box-shadow:0 0 0 2px #fff,0 0 0 6px #2563eb55;animation:pulse 1.1s ease-in-out infinite alternate}
div:not(.brief)::after{content:"";position:absolute;inset-block-start:calc(100% + 4px);inset-inline-start:calc(50% - 8px);border:8px solid transparent;border-block-start:0;border-block-end:10px solid #2563eb}
p{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}
@keyframes pulse{to{box-shadow:0 0 0 2px #fff,0 0 0 11px #2563eb22}}
@media (prefers-reduced-motion:reduce){div{animation:none}}
@media print{:host(:popover-open){display:none!important}}`;

/** @type {() => void} */
let clear = () => {};

/**
 * @param {HTMLElement} target
 * @param {number} forMs
 * @param {string} [said] Announced to screen readers.
 */
export function ring(target, forMs, said) {
  clear();
  const drawn = drawing(target);
  reveal(drawn());
  const host = document.createElement("assist-ring");
  host.popover = "manual";
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet(RULES)];
  const box = document.createElement("div");
  box.className = said ? "" : "brief";
  const status = document.createElement("p");
  status.role = "status";
  root.append(box, status);
  home().append(host);
  host.showPopover();
  // A live region speaks what changes in it after it has come to be.
  if (said) later(() => (status.textContent = said), 100);
  follow(target, drawn, host, box);

  const ends = ["click", "input", "change"];
  const end = (clear = () => {
    host.remove();
    for (const name of ends) target.removeEventListener(name, end, true);
  });
  if (said) for (const name of ends) target.addEventListener(name, end, true);
  later(() => clear === end && end(), forMs);
}

/** Itself, or the label that stands for a control nobody sees: finding that takes all of the document, so it is kept. @param {HTMLElement} target */
function drawing(target) {
  /** @type {Element | null | undefined} */
  let label;
  return () => {
    const { width, height } = getBoundingClientRect.call(target);
    if (width > 2 && height > 2) return target;
    if (label === undefined || label?.isConnected === false) label = labelsOf(target)[0] ?? null;
    return label ?? target;
  };
}

/** @param {Element} element */
function reveal(element) {
  const { top, bottom, left, right } = getBoundingClientRect.call(element);
  const low = innerHeight - (parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0);
  if (top < 0 || bottom > low || left < 0 || right > innerWidth) own(element, "scrollIntoView").call(element, { block: "center", inline: "nearest", behavior: "instant" });
}

/**
 * Keeps the box over its target. Should the page put another in its place, a brief one stays for its moment where the
 * target was within what is left of its surroundings; when all of the page was replaced, none is.
 * @param {HTMLElement} target @param {() => Element} drawn @param {HTMLElement} host @param {HTMLElement} box
 */
function follow(target, drawn, host, box) {
  /** @type {{around: Element, dx: number, dy: number}[]} How far off the target was from each, itself and outwards. */
  let places = [];
  const draw = () => {
    if (!host.isConnected) return;
    if (target.isConnected) {
      const { x, y, width, height } = getBoundingClientRect.call(drawn());
      box.style.setProperty("width", `${width + 12}px`);
      box.style.setProperty("height", `${height + 12}px`);
      places = outwards(target).map((around) => {
        const its = getBoundingClientRect.call(around);
        return { around, dx: x - its.x, dy: y - its.y };
      });
    }
    const left = places.find(({ around }) => around.isConnected);
    if (!left || (left.around !== target && (!box.className || matches.call(left.around, "html,body")))) return clear();
    const { x, y } = getBoundingClientRect.call(left.around);
    box.style.setProperty("transform", `translate(${x + left.dx - 6}px,${y + left.dy - 6}px)`);
    requestAnimationFrame(draw);
  };
  draw();
}

/** @param {Element | null} element @returns {Element[]} */
const outwards = (element) => (element ? [element, ...outwards(own(element, "parentElement"))] : []);
