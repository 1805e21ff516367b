// @ts-check
/* What the page shows, as text a model reads well: Markdown headings, lists and tables, hidden parts left out. */

import { kind, secret, value } from "./controls.js";
import { around, joined, tidy } from "./joining.js";
import { page as scriptPage } from "./lent.js";
import { attr, marked, matches, own, plain, squeeze, visible } from "./markup.js";
import { lent, openPage } from "./page.js";
import { row, table } from "./tables.js";

const BLOCK = /^(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|p|pre|section|summary|table|tr|ul)$/;
const PAGE = marked("page");
const NEVER = /^(?:script|style|template|noscript|iframe|object|video|audio|canvas|datalist|assist-.+)$/;

/** All content of the open page joined in order: JSON where that is all there is, else text. @returns {Promise<unknown>} */
export async function pageContent() {
  const marks = lent("content", openPage());
  const parts = await Promise.all(outermost(marks).map(part));
  const given = scriptPage();
  if (given !== undefined) parts.push(plain(typeof given === "function" ? await given() : given));
  if (parts.length === 1) return parts[0];
  return parts.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).filter(Boolean).join("\n\n");
}

/** Of elements in document order. @param {HTMLElement[]} marks */
function outermost(marks) {
  /** @type {HTMLElement | undefined} */
  let last;
  return marks.filter((each) => !(last && Node.prototype.contains.call(last, each)) && (last = each));
}

/** @param {HTMLElement} element @returns {unknown} */
function part(element) {
  const address = attr(element, "content")?.trim();
  if (address) return fetched(address);
  if (own(element, "localName") === "script") return JSON.parse(element.textContent ?? "null");
  return readable(element);
}

/** @param {string} address */
async function fetched(address) {
  const url = new URL(address, document.baseURI);
  if (url.origin !== location.origin) throw new TypeError(url.origin);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
  const type = response.headers.get("content-type") ?? "";
  if (type.includes("json")) return response.json();
  const text = await response.text();
  return type.includes("html") ? readable(new DOMParser().parseFromString(text, "text/html").body) : text;
}

/** The text of what an element shows. @param {Element} element */
export const readable = (element) => reading(own(element, "localName") === "table" ? [element] : own(element, "childNodes"));

/** The text of what these show. @param {Iterable<Node>} nodes */
export function reading(nodes) {
  places = new WeakMap();
  return tidy(walk(nodes));
}

/** @param {Iterable<Node>} nodes */
const walk = (nodes) => joined(pieces(nodes));

/** @param {Iterable<Node>} nodes */
function* pieces(nodes) {
  for (const node of nodes) {
    if (node instanceof Element) {
      if (shown(node)) yield said(node);
    } else if (node.nodeType === Node.TEXT_NODE) yield (node.nodeValue ?? "").replace(/\s+/g, " ");
  }
}

/** @param {Element} element */
function shown(element) {
  if (NEVER.test(own(element, "localName")) || matches.call(element, `[aria-hidden=true],${PAGE}`)) return false;
  return own(element, "ownerDocument") === document ? visible(element) : !matches.call(element, "[hidden]");
}

/** @param {Element} element @returns {string} */
function said(element) {
  const tag = own(element, "localName");
  if (/^(?:input|select|textarea|progress|meter)$/.test(tag)) return ` ${control(element)} `;
  if (tag === "img") return ` ${squeeze(element.getAttribute("alt"))} `;
  if (tag === "br") return "\n";
  if (tag === "pre") return `\n\n${element.textContent}\n\n`;
  if (tag === "table" && element.getAttribute("role") !== "presentation") return `\n\n${table(/** @type {HTMLTableElement} */ (element), shown, inline)}\n\n`;
  if (tag === "tr" && !element.closest("[role=presentation]")) return around("\n", row(/** @type {HTMLTableRowElement} */ (element), shown, inline));
  if (tag === "li") return `\n${numbered(element)}${tidy(walk(inner(element))).replaceAll("\n", "\n  ")}`;
  const text = walk(inner(element));
  const level = /^h([1-6])$/.exec(tag);
  if (level) return `\n\n${"#".repeat(Number(level[1]))} ${squeeze(text)}\n\n`;
  if (/^[uo]l$/.test(tag) && element.parentElement?.localName === "li") return around("\n", text);
  if (/^(?:p|ul|ol|dl|blockquote|section|article|fieldset)$/.test(tag)) return around("\n\n", text);
  return flow(element, text);
}

/** @param {Element} element @param {string} text */
function flow(element, text) {
  const display = own(element, "ownerDocument") === document ? getComputedStyle(element).display : BLOCK.test(own(element, "localName")) ? "block" : "inline";
  if (display === "inline" || display === "contents") return text;
  return display.startsWith("inline") ? ` ${text} ` : around("\n", text);
}

/** @type {WeakMap<Element, number>} Of the items of ordered lists, while a reading lasts. */
let places = new WeakMap();

/** @param {Element} item */
function numbered(item) {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return "- ";
  if (!places.has(item)) [...list.children].filter(({ localName }) => localName === "li").forEach((each, at) => places.set(each, list.start + at));
  return `${places.get(item)}. `;
}

/** What is rendered inside: through an open shadow root and its slots. @param {Element} element @returns {Iterable<Node>} */
function inner(element) {
  const root = own(element, "shadowRoot");
  if (root) return root.childNodes;
  const given = element instanceof HTMLSlotElement ? element.assignedNodes({ flatten: true }) : [];
  return given.length ? given : own(element, "childNodes");
}

/** On one line. @param {Element} element */
const inline = (element) => squeeze(walk(inner(element)));

/** What a control says. @param {Element} element */
function control(element) {
  const { type, checked, value: text } = /** @type {HTMLInputElement} */ (element);
  if (secret(element)) return "";
  if (type === "checkbox" || type === "radio") return checked ? "[x]" : "[ ]";
  if (element.localName !== "select") return text === undefined ? "" : String(value(element, kind(element)) ?? text);
  return [.../** @type {HTMLSelectElement} */ (element).selectedOptions].map((each) => squeeze(each.label)).join(", ");
}
