// @ts-check
/*
  Keeps our elements usable while the page has a modal dialog open. Everything outside the top modal
  dialog is inert, so they move into it (`moveBefore` keeps the frame alive) and out again before it
  closes; hiding and showing the popover raises it above the dialog.
*/

import { own, querySelectorAll } from "./markup.js";

/** @type {HTMLElement[]} */
let kept = [];
/** @type {HTMLDialogElement[]} Open modal dialogs, the topmost last. */
const stack = [];
/** @type {WeakSet<Node>} */
const known = new WeakSet();
const WATCHED = { subtree: true, childList: true, attributes: true, attributeFilter: ["open"] };
const observer = new MutationObserver(noticed);

/** Puts the elements on the page and keeps them there, whatever happens to it. @param {HTMLElement[]} elements */
export function keep(elements) {
  kept = elements;
  observer.observe(document, WATCHED);
  document.querySelectorAll("dialog").forEach(note);
  settle();
  // A dialog inside a shadow root is seen only when focus goes into it.
  addEventListener("focusin", (event) => event.composedPath().forEach((node) => node instanceof HTMLDialogElement && enter(node)), true);
  for (const name of ["htmx:before:swap", "htmx:beforeSwap"]) document.addEventListener(name, beforeSwap, true);
}

/** The one that opened last, else the last in the document. @template {Element} T @param {T[]} dialogs @returns {T | undefined} */
export function topmost(dialogs) {
  noticed(observer.takeRecords());
  const rank = (/** @type {T} */ each) => stack.indexOf(/** @type {any} */ (each));
  return [...dialogs].sort((a, b) => rank(a) - rank(b)).at(-1);
}

/** Our own elements are no change of the page. @param {Node} node */
export const ours = (node) => kept.includes(/** @type {any} */ (node));

/** @param {MutationRecord[]} records */
function noticed(records) {
  if (!records.length) return;
  for (const { type, target, addedNodes } of records) {
    if (type === "attributes") note(target);
    else for (const node of addedNodes) if (node instanceof Element && !ours(node)) [node, ...querySelectorAll.call(node, "dialog")].forEach(note);
  }
  settle();
}

/** @param {Node} node */
function note(node) {
  if (!(node instanceof HTMLDialogElement)) return;
  if (node.matches(":modal") && !stack.includes(node)) stack.push(node);
  if (known.has(node)) return;
  known.add(node);
  node.addEventListener("beforetoggle", (event) => /** @type {ToggleEvent} */ (event).newState === "closed" && leave(node));
  node.addEventListener("close", settle);
  const root = node.getRootNode();
  if (root === document || known.has(root)) return;
  known.add(root);
  observer.observe(root, WATCHED);
}

/** @param {HTMLDialogElement} dialog */
function enter(dialog) {
  note(dialog);
  settle();
}

/** @param {HTMLDialogElement} dialog */
function leave(dialog) {
  if (stack.includes(dialog)) stack.splice(stack.indexOf(dialog), 1);
  settle();
}

/** Out of the way of a swap that would replace our elements with the dialog's content. @param {Event} event */
function beforeSwap(event) {
  const { detail } = /** @type {CustomEvent} */ (event);
  const target = detail?.ctx?.target ?? detail?.target;
  if (!(target instanceof Element) || !kept.some((each) => own(target, "contains").call(target, each)) || target === document.documentElement) return;
  place(document.documentElement);
  setTimeout(settle);
}

/** Our elements where the person can reach them. */
function settle() {
  const open = stack.filter((dialog) => dialog.isConnected && dialog.matches(":modal"));
  stack.splice(0, stack.length, ...open);
  place(home());
}

/** Where an element of ours can be reached. */
export const home = () => stack.at(-1) ?? document.documentElement;

/** @param {Element} parent */
function place(parent) {
  for (const element of kept) {
    if (element.parentNode === parent && element.isConnected) continue;
    const open = element.matches(":popover-open") || element.dataset.open === "";
    if (element.isConnected && "moveBefore" in parent) /** @type {any} */ (parent).moveBefore(element, null);
    else parent.append(element);
    if (element.matches(":popover-open")) element.hidePopover();
    if (open) element.showPopover();
  }
}
