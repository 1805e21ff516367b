// @ts-check
/* The open page: which element introduces it, what belongs to it, and its own words. */

import { topmost } from "./keeper.js";
import { page as lentPage } from "./lent.js";
import { all, attr, closest, marked, matches, own, squeeze, visible } from "./markup.js";

const PAGE = marked("page");

/** @returns {HTMLElement | null} The topmost page element that shows. */
export function openPage() {
  const pages = all("page").filter(visible);
  const dialogs = pages.filter((each) => matches.call(each, "dialog[open], [role=dialog]"));
  return topmost(dialogs) ?? pages.at(-1) ?? null;
}

/** Elements of this mark the open page lends: its own, and those outside every page element. @param {string} name @param {Element | null} page @param {string} [tag] */
export function lent(name, page, tag) {
  return all(name, tag).filter((each) => belongs(each, page));
}

/** @param {Element} element @param {Element | null} page */
export function belongs(element, page) {
  const around = closest.call(element, PAGE);
  return around === null || around === page;
}

/** @param {HTMLElement} page */
export function introduction(page) {
  return {
    name: squeeze(attr(page, "page")),
    instructions: instructions(page),
    content: lent("content", page).length > 0 || lentPage() !== undefined,
  };
}

/** @param {HTMLElement} page */
function instructions(page) {
  const written = attr(page, "instructions");
  if (written) return written.trim();
  const inside = lent("instructions", page).find((each) => /^(?:template|script)$/.test(each.localName) && own(page, "contains").call(page, each));
  if (!inside) return "";
  return dedent((inside instanceof HTMLTemplateElement ? inside.content : inside).textContent ?? "");
}

/** Without the indentation of the markup around it, which Markdown would read as code. @param {string} text */
function dedent(text) {
  const lines = text.replace(/\s+$/, "").split("\n");
  const deep = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  return lines.map((line) => line.slice(Math.min(...deep))).join("\n").trim();
}
