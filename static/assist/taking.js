// @ts-check
/* Giving a tool's arguments to its controls, on a page that may answer each change in its own way. */

import { fillable, kind, value } from "./controls.js";
import { fill, recalls, refusal, resembles, took } from "./fill.js";
import { reading } from "./groups.js";
import { label } from "./names.js";
import { ring } from "./ring.js";
import { consequence } from "./scan.js";
import { showing } from "./showing.js";

/** So many rounds in a row may bring no control more to what it is to say. */
const IDLE_ROUNDS = 2;

/** @typedef {import("./controls.js").Control} Control */
/** @typedef {import("./watch.js").Seen} Seen */
/** @typedef {import("./calls.js").Answer} Answer */
/** @typedef {import("./tools.js").Lasting} Lasting */
/** @typedef {[Control, string]} Act A control, and what it is to be filled with. */

/**
 * Gives the arguments to the controls, again where the page has drawn some anew, until all say them.
 * @param {() => HTMLElement | undefined} find @param {Record<string, unknown>} args @param {Lasting} lasting
 * @returns {Promise<{element: HTMLElement, filled?: Seen} | Answer | null>}
 */
export async function take(find, args, lasting) {
  /** @type {Map<Control, unknown>} What each said before it was filled. */
  const before = new Map();
  let filled;
  let left = Infinity;
  for (let idle = 0; ; ) {
    const element = find();
    if (!element) return { outcome: "missing" };
    const { acts, later, fault } = reading(() => prepared(element, args, before));
    if (fault) return fault;
    if (!filled && showing(element)) ring(element, 900);
    const [first] = acts;
    if (!first) return { element, filled };
    if (acts.length + later >= left && ++idle === IDLE_ROUNDS) return untaken(first[0], first[0].validationMessage);
    left = acts.length + later;
    acts.forEach(([control]) => before.set(control, value(control, kind(control))));
    const seen = await lasting(() => acts.forEach(([control, wanted]) => control.isConnected && fill(control, wanted)), element, args);
    if (!seen) return null;
    filled = seen;
  }
}

/**
 * What is still to be filled, how much has to wait for that, or why it can't be. The page may write what was filled in
 * its own way; what it put in the place of a filled control, and whatever a person was asked about, has to be plainly the same.
 * @param {Element} element @param {Record<string, unknown>} args @param {Map<Control, unknown>} before
 * @returns {{acts: Act[], later: number, fault?: Answer}}
 */
function prepared(element, args, before) {
  const controls = fillable(element).filter((control) => !control.matches(":disabled"));
  /** @type {Act[]} */
  const acts = [];
  /** @type {string[]} */
  const lacking = [];
  for (const [name, wanted] of Object.entries(args)) {
    const given = fills(controls.filter((control) => control.name === name), wanted);
    if (given) acts.push(...given);
    else lacking.push(name);
  }
  const filled = new Set([...before.keys()].map(({ name }) => name));
  const strict = consequence(element) !== false;
  const left = acts.filter(([control, wanted]) => {
    if (says(control) === wanted || (filled.has(control.name) && resembles(control, wanted))) return false;
    return strict || !(before.has(control) ? took(control, wanted, before.get(control)) : recalls(control, wanted));
  });
  const now = left.filter(([control, wanted]) => refusal(control, wanted) === undefined);
  // Another control's change may bring one in, open it, or have a list offer what is wanted.
  const refused = left.find((act) => !now.includes(act) && !(now.length && kind(act[0])?.startsWith("choice")));
  const [missing] = now.length ? [] : lacking;
  const fault = refused ? untaken(refused[0], refusal(...refused) ?? "") : missing === undefined ? undefined : { outcome: "failed", argument: missing };
  return { acts: now, later: left.length - now.length + lacking.length, fault };
}

/** @param {Control} control @param {string} words Its own. @returns {Answer} */
export function untaken(control, words) {
  const argument = label(control, true) || control.name;
  return { outcome: "failed", argument, message: words && `${argument}: ${words}` };
}

/** What the controls of one name are to be filled with; null where they can't take it. @param {Control[]} group @param {unknown} wanted @returns {Act[] | null} */
function fills(group, wanted) {
  const [first] = group;
  if (!first) return null;
  if (Array.isArray(wanted)) {
    const each = wanted.map(String);
    if (first.type !== "checkbox") return [[first, JSON.stringify(each)]];
    return each.every((one) => group.some((box) => box.value === one)) ? group.map((box) => tick(box, each.includes(box.value))) : null;
  }
  return [first.type === "checkbox" ? tick(first, wanted === true) : [first, String(wanted)]];
}

/** @param {Control} box @param {boolean} on @returns {Act} */
const tick = (box, on) => [box, on ? "checked" : "not checked"];

/** In the words it would be filled with. @param {Control} control */
function says(control) {
  const now = value(control, kind(control));
  if (typeof now === "boolean") return tick(control, now)[1];
  return Array.isArray(now) ? JSON.stringify(now) : now;
}

/** What of the arguments the page does not say, when it sent the form while it was filled. @param {Element} element @param {Record<string, unknown>} args @returns {Answer | undefined} */
export function lost(element, args) {
  const { acts, fault } = reading(() => prepared(element, args, new Map()));
  const [first] = acts;
  return fault ?? (first && untaken(first[0], ""));
}
