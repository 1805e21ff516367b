// @ts-check
/* What of the page a person could see, or scroll to. */

import { labelsOf, radiosOf } from "./groups.js";
import { getBoundingClientRect, own, visible } from "./markup.js";

/** Could a person see it or scroll to it? A radio stands for all of its group. @param {Element} element */
export const showing = (element) => shows(element) || radiosOf(element).some(shows);

/**
 * Does it show by itself? A control drawn by its label (a hidden box under a styled one) shows with the label.
 * @param {Element} element
 */
export const shows = (element) => reachable(element) || labelsOf(element).some(reachable);

/** @param {Element} element @returns {boolean} */
function reachable(element) {
  if (!visible(element)) return false;
  let { right, bottom, width, height } = getBoundingClientRect.call(element);
  if (!width && !height) return [...own(element, "children")].some(reachable);
  if (right > 0 && bottom > 0) return true;
  // Above or before the window: only what some scrolling brings back can be reached.
  for (let box = own(element, "parentElement"); box; box = own(box, "parentElement")) {
    right += getComputedStyle(box).direction === "rtl" ? own(box, "scrollWidth") - own(box, "clientWidth") + own(box, "scrollLeft") : own(box, "scrollLeft");
    bottom += own(box, "scrollTop");
  }
  return right > 0 && bottom > 0;
}
