// @ts-check
/*
  A button beside selected text, on the page and in the panel alike: under the selection, or above it where there
  is no room, and never on it. Tab goes to it, Escape sends it away. What stands in a form's controls is not for it.
*/

const GAP = 8;
/** Under a finger the selection has handles. */
const HANDLES = 28;
const REST_MS = 200;
const RULES = `
:host{all:initial!important;display:none!important;position:fixed!important;inset:var(--assist-y) auto auto var(--assist-x)!important;margin:0!important;padding:0!important;border:0!important;
background:none!important;overflow:visible!important;color-scheme:light dark!important}
:host(:popover-open){display:block!important}
button{font:500 13px/1 system-ui,sans-serif;min-height:34px;padding:0 14px;border:1px solid color-mix(in srgb,CanvasText 25%,transparent);border-radius:17px;
background:Canvas;color:CanvasText;box-shadow:0 2px 12px #0003;cursor:pointer;white-space:nowrap;user-select:none;-webkit-user-select:none}
button:hover{background:color-mix(in srgb,CanvasText 6%,Canvas)}
button:focus-visible{outline:3px solid Highlight;outline-offset:2px}
@media (pointer:coarse){button{min-height:44px;border-radius:22px;font-size:15px}}
@media print{:host(:popover-open){display:none!important}}`;

/**
 * @param {{label: string, home?: () => Element, wanted: (node: Element) => unknown, chosen: (text: string, node: Element) => void}} given
 * `home` is where the button can be reached; `wanted` says whether a selection around a node is offered.
 */
export function besideSelection({ label, home = () => document.documentElement, wanted, chosen }) {
  const element = document.createElement("assist-selection");
  element.popover = "manual";
  const root = element.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(RULES);
  root.adoptedStyleSheets = [sheet];
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  root.append(button);

  let text = "";
  /** What was sent away; it comes back when something else is selected. */
  let refused = "";
  let due = 0;
  /** @type {HTMLElement | null} Where the focus was before the button had it. */
  let place = null;

  const shown = () => element.isConnected && element.matches(":popover-open");

  function look() {
    const found = selected();
    text = found?.text ?? "";
    if (text !== refused) refused = "";
    if (!found || text === refused || !wanted(found.node)) return hide();
    if (element.parentNode !== home()) home().append(element);
    if (!shown()) element.showPopover();
    put(found.range);
  }

  function hide() {
    if (shown()) element.hidePopover();
  }

  /** @param {Range} range */
  function put(range) {
    const { width, height } = button.getBoundingClientRect();
    const at = spot(range, width, height, free());
    element.style.setProperty("--assist-x", `${at.x}px`);
    element.style.setProperty("--assist-y", `${at.y}px`);
  }

  function soon() {
    clearTimeout(due);
    due = setTimeout(look, REST_MS);
  }

  document.addEventListener("selectionchange", () => {
    // A finger on the button may take the selection away before the button is pressed.
    if (root.activeElement || button.matches(":active")) return;
    if (getSelection()?.isCollapsed) refused = "";
    if (text) hide();
    soon();
  });
  for (const name of ["scroll", "resize"]) addEventListener(name, () => shown() && look(), { capture: true, passive: true });
  // Pressing takes neither the focus nor the selection.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    const node = selected()?.node ?? document.body;
    refused = text;
    hide();
    chosen(text, node);
  });
  addEventListener("keydown", (event) => {
    if (!shown() || event.isComposing) return;
    const onIt = root.activeElement === button;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      refused = text;
      hide();
    } else if (event.key === "Tab" && !event.shiftKey && !onIt) {
      event.preventDefault();
      place = /** @type {HTMLElement} */ (document.activeElement);
      button.focus();
      return;
    } else if (event.key !== "Tab" || !onIt) return;
    // On from where one was, as if the button had not been there.
    if (onIt) place?.focus({ preventScroll: true });
  }, true);
  look();
  return element;
}

/** What is selected of the document's own text. */
function selected() {
  const selection = getSelection();
  if (!selection?.rangeCount || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const text = selection.toString().trim();
  const around = range.commonAncestorContainer;
  const node = around instanceof Element ? around : around.parentElement;
  // The text of a control that is being edited is no text of the document, whatever the browser calls it.
  const editing = document.activeElement?.matches("input, textarea, select") && node && Node.prototype.contains.call(node, document.activeElement) && range.getClientRects().length === 0;
  return text && node && !range.collapsed && !editing ? { text, node, range } : null;
}

/** The window without the assistant beside it. */
function free() {
  const room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const dock = document.querySelector("assist-dock:popover-open")?.getBoundingClientRect();
  if (!dock) return room;
  if (dock.width >= innerWidth) room.bottom = dock.top;
  else if (dock.left > 0) room.right = dock.left;
  else room.left = dock.right;
  return room;
}

/** @param {Range} range @param {number} width @param {number} height @param {{left: number, top: number, right: number, bottom: number}} room */
function spot(range, width, height, room) {
  const gap = matchMedia("(pointer: coarse)").matches ? HANDLES : GAP;
  const all = range.getBoundingClientRect();
  const last = [...range.getClientRects()].filter((each) => each.width).at(-1) ?? all;
  const under = all.bottom + gap;
  const above = all.top - GAP - height;
  // Where the selection fills the window it can only stand at its foot.
  const y = under + height <= room.bottom ? under : above >= room.top ? above : room.bottom - height - GAP;
  const x = (last.left + last.right - width) / 2;
  return { x: Math.max(room.left + GAP, Math.min(x, room.right - width - GAP)), y: Math.max(room.top, y) };
}
