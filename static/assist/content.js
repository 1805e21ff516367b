// @ts-check
/* What the page shows, as text a model reads well: Markdown headings, lists and tables, hidden parts left out. */

import { kind, secret, value } from "./controls.js";
import { page as scriptPage } from "./lent.js";
import { attr, marked, plain, squeeze, visible } from "./markup.js";
import { lent, openPage } from "./page.js";
import { row, table } from "./tables.js";

const BLOCK = /^(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|legend|li|main|nav|ol|p|pre|section|summary|table|tr|ul)$/;
const NEVER = /^(?:script|style|template|noscript|iframe|object|video|audio|canvas|datalist|assist-.+)$/;

/** All content of the open page joined in order: JSON where that is all there is, else text. @returns {Promise<unknown>} */
export async function pageContent() {
  const marks = lent("content", openPage());
  const own = marks.filter((each) => !marks.some((other) => other !== each && other.contains(each)));
  const parts = await Promise.all(own.map(part));
  const given = scriptPage();
  if (given !== undefined) parts.push(plain(typeof given === "function" ? await given() : given));
  if (parts.length === 1) return parts[0];
  return parts.map((each) => (typeof each === "string" ? each : JSON.stringify(each))).filter(Boolean).join("\n\n");
}

/** @param {HTMLElement} element @returns {unknown} */
function part(element) {
  const address = attr(element, "content")?.trim();
  if (address) return fetched(address);
  if (element.localName === "script") return JSON.parse(element.textContent ?? "null");
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
export const readable = (element) => reading(element.localName === "table" ? [element] : element.childNodes);

/** The text of what these show. @param {Iterable<Node>} nodes */
export const reading = (nodes) => tidy(walk(nodes, ""));

/** At most one empty line, no trailing spaces. @param {string} text */
const tidy = (text) => text.replace(/[^\S\n]+$/gm, "").replace(/\n{3,}/g, "\n\n").trim();

/** @param {Iterable<Node>} nodes @param {string} bullet @returns {string} */
function walk(nodes, bullet) {
  let out = "";
  for (const node of nodes) {
    if (node.nodeType === Node.TEXT_NODE) out = joined(out, (node.nodeValue ?? "").replace(/\s+/g, " "));
    else if (node instanceof Element && shown(node)) out = joined(out, said(node, bullet));
  }
  return out;
}

/** Inline text follows on, a line begins without a space, and of two breaks that meet the longer counts. @param {string} out @param {string} more */
function joined(out, more) {
  const [, before, breaks] = /** @type {RegExpExecArray} */ (/^(.*?)(\n*) ?$/s.exec(out));
  if (out === "" || breaks) more = more.replace(/^ +/, "");
  const [own] = /** @type {RegExpExecArray} */ (/^\n*/.exec(more));
  if (!breaks && !own) return out.endsWith(" ") ? out + more.replace(/^ +/, "") : out + more;
  return before + (own.length > breaks.length ? own : breaks) + more.slice(own.length);
}

/** @param {string} breaks @param {string} text */
const around = (breaks, text) => joined(joined(breaks, text), breaks);

/** @param {Element} element */
function shown(element) {
  if (NEVER.test(element.localName) || element.getAttribute("aria-hidden") === "true" || element.matches(marked("page"))) return false;
  return element.ownerDocument === document ? visible(element) : !element.hasAttribute("hidden");
}

/** @param {Element} element @param {string} bullet @returns {string} */
function said(element, bullet) {
  const tag = element.localName;
  if (/^(?:input|select|textarea|progress|meter)$/.test(tag)) return ` ${control(element)} `;
  if (tag === "img") return ` ${squeeze(element.getAttribute("alt"))} `;
  if (tag === "br") return "\n";
  if (tag === "pre") return `\n\n${element.textContent}\n\n`;
  if (tag === "table" && element.getAttribute("role") !== "presentation") return `\n\n${table(/** @type {HTMLTableElement} */ (element), shown, inline)}\n\n`;
  if (tag === "tr" && !element.closest("[role=presentation]")) return around("\n", row(/** @type {HTMLTableRowElement} */ (element), shown, inline));
  if (tag === "li") return `\n${numbered(element)}${tidy(walk(inner(element), bullet)).replaceAll("\n", "\n  ")}`;
  const text = walk(inner(element), bullet);
  const level = /^h([1-6])$/.exec(tag);
  if (level) return `\n\n${"#".repeat(Number(level[1]))} ${squeeze(text)}\n\n`;
  if (/^[uo]l$/.test(tag) && element.parentElement?.localName === "li") return around("\n", text);
  if (/^(?:p|ul|ol|dl|blockquote|section|article|fieldset)$/.test(tag)) return around("\n\n", text);
  return flow(element, text);
}

/** @param {Element} element @param {string} text */
function flow(element, text) {
  const display = element.ownerDocument === document ? getComputedStyle(element).display : BLOCK.test(element.localName) ? "block" : "inline";
  if (display === "inline" || display === "contents") return text;
  return display.startsWith("inline") ? ` ${text} ` : around("\n", text);
}

/** @param {Element} item */
function numbered(item) {
  if (item.parentElement?.localName !== "ol") return "- ";
  const before = [...item.parentElement.children].filter((each) => each.localName === "li").indexOf(item);
  return `${/** @type {HTMLOListElement} */ (item.parentElement).start + before}. `;
}

/** What is rendered inside: through an open shadow root and its slots. @param {Element} element @returns {Iterable<Node>} */
function inner(element) {
  if (element.shadowRoot) return element.shadowRoot.childNodes;
  const given = element instanceof HTMLSlotElement ? element.assignedNodes({ flatten: true }) : [];
  return given.length ? given : element.childNodes;
}

/** On one line. @param {Element} element */
const inline = (element) => squeeze(walk(inner(element), ""));

/** What a control says. @param {Element} element */
function control(element) {
  const { type, checked, value: text } = /** @type {HTMLInputElement} */ (element);
  if (secret(element)) return "";
  if (type === "checkbox" || type === "radio") return checked ? "[x]" : "[ ]";
  if (element.localName !== "select") return text === undefined ? "" : String(value(element, kind(element)) ?? text);
  return [.../** @type {HTMLSelectElement} */ (element).selectedOptions].map((each) => squeeze(each.label)).join(", ");
}
