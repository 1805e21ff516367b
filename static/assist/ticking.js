// @ts-check
/* Several of a choice at once: what of it a person could change, box by box, and what stays as it is. */

import { pickable, value } from "./controls.js";
import { openPage } from "./page.js";
import { called, fieldElements } from "./scan.js";

/** @typedef {import("./controls.js").Control} Control */

/** A list of strings written as JSON, or null. @param {string} text @returns {string[] | null} */
export function list(text) {
  try {
    const found = JSON.parse(text);
    return Array.isArray(found) && found.every((each) => typeof each === "string") ? found : null;
  } catch {
    return null;
  }
}

/** Could a person have it say these? What is picked already may be what nobody can change. @param {Control} control @param {string[] | null} wanted */
export function offered(control, wanted) {
  const offers = new Set(pickable(control).map((each) => each.value).concat(picked(control)));
  return wanted?.every((each) => offers.has(each));
}

/** @param {Element} control */
const picked = (control) => /** @type {string[]} */ (value(control, "choices"));

/** A click, so that whoever listens for one hears it. @param {Control} box @param {boolean} on */
export function toggle(box, on) {
  if (box.checked !== on) box.click();
}

/**
 * One box after the other, as a person would, with a moment for the page to draw itself: it may put others in the place
 * of all of them. These are gone through from the first again, and there are no more clicks than boxes.
 * @param {Control} control @param {Set<string>} wanted
 */
export async function tickEach(control, wanted) {
  let found = boxesOf(control);
  for (let at = 0, clicks = found.length; at < found.length && clicks; at++) {
    const box = found[at];
    if (!box.isConnected) {
      found = boxesOf(inPlaceOf(control));
      at = -1;
    } else if (box.checked !== wanted.has(box.value)) {
      box.click();
      clicks--;
      await null;
    }
  }
}

/** @param {Element | undefined} control */
const boxesOf = (control) => /** @type {Control[]} */ (control ? pickable(control) : []);

/** The field itself, or what the page has put in its place. @param {Control} control @returns {Element | undefined} */
function inPlaceOf(control) {
  if (control.isConnected) return control;
  const { name, id } = called(control, "field");
  return fieldElements(openPage()).find((each) => {
    const other = called(each, "field");
    return other.name === name && other.id === id;
  });
}

/** All of these, and of what a person could change no other. @param {Control} control @param {Set<string>} wanted */
export function saysOnly(control, wanted) {
  const now = new Set(picked(control));
  return [...wanted].every((each) => now.has(each)) && pickable(control).every((each) => wanted.has(each.value) === on(each));
}

/** @param {Control | HTMLOptionElement} each */
const on = (each) => ("checked" in each ? each.checked : each.selected);
