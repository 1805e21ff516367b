// @ts-check
/* What of the page a person could see, or scroll to. */

import { labelsOf } from "./groups.js";
import { visible } from "./markup.js";

/**
 * Could a person see it or scroll to it? A control drawn by its label (a hidden box under a styled
 * one) shows with the label.
 * @param {Element} element
 */
export function showing(element) {
  return reachable(element) || labelsOf(element).some(reachable);
}

/** @param {Element} element @returns {boolean} */
function reachable(element) {
  if (!visible(element)) return false;
  let { right, bottom, width, height } = element.getBoundingClientRect();
  if (!width && !height) return [...element.children].some(reachable);
  if (right > 0 && bottom > 0) return true;
  // Above or before the window: only what some scrolling brings back can be reached.
  for (let box = element.parentElement; box; box = box.parentElement) {
    right += Math.abs(box.scrollLeft);
    bottom += box.scrollTop;
  }
  return right > 0 && bottom > 0;
}
