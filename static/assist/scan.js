// @ts-check
/* What the page lends right now, as the facts of contract section 4. Reports; judges nothing. */

import { boxes, controls, disabled, kind, options, readonly, value } from "./controls.js";
import { reading } from "./groups.js";
import { tools as lentTools } from "./lent.js";
import { all, attr, marked, squeeze } from "./markup.js";
import { label } from "./names.js";
import { belongs, introduction, lent, openPage } from "./page.js";
import { showing } from "./showing.js";

/** The facts without `document` and `seq`. */
export const scan = () => reading(found);

function found() {
  const page = openPage();
  return {
    origin: location.origin,
    path: location.pathname + location.search,
    page: page && introduction(page),
    tools: [...read(toolElements(page), tool), ...lentTools()],
    actions: read(lent("action", page), action),
    fields: read(fieldElements(page), field),
    destinations: destinations(page),
    destinations_description: described(),
    asks: read(lent("ask", page).filter(showing), ask),
  };
}

/** Each as facts: one that cannot be read leaves the others lent. @template T @param {HTMLElement[]} elements @param {(element: HTMLElement) => T} as @returns {T[]} */
function read(elements, as) {
  return elements.flatMap((element) => {
    try {
      return [as(element)];
    } catch (error) {
      console.debug("Assist cannot read", element, error);
      return [];
    }
  });
}

/** Annotated tools and WebMCP forms, in document order. @param {Element | null} page @returns {HTMLElement[]} */
export function toolElements(page) {
  const found = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${marked("tool")},form[toolname][tooldescription]`));
  return [...found].filter((each) => belongs(each, page));
}

/** @param {Element} element */
export const toolName = (element) => squeeze(attr(element, "tool") ?? element.getAttribute("toolname"));

/** @param {HTMLElement} element */
function tool(element) {
  const schema = attr(element, "parameters");
  return {
    name: toolName(element),
    description: squeeze(attr(element, "description") ?? element.getAttribute("tooldescription")),
    ...(schema === null ? { controls: controls(element) } : { parameters: parsed(schema) }),
    consequential: consequence(element),
  };
}

/** JSON, or the text as it stands for the server to refuse. @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** @param {Element} element @returns {boolean | string} */
export function consequence(element) {
  const marker = attr(element, "consequential");
  return marker === null ? false : marker.trim() || true;
}

/** @param {Element} element */
const id = (element) => squeeze(attr(element, "id")) || null;

/** What an action or a field is called by. @param {Element} element @param {"action" | "field"} mark */
export const called = (element, mark) => ({ name: squeeze(attr(element, mark)), id: id(element) });

/** @param {HTMLElement} element */
export const action = (element) => ({
  ...called(element, "action"),
  label: label(element),
  consequential: consequence(element),
  disabled: disabled(element),
  showing: showing(element),
});

/** Fields, each radio group once. @param {Element | null} page @returns {HTMLElement[]} */
export const fieldElements = (page) => reading(() => {
  const seen = new Set();
  return lent("field", page).filter((each) => {
    const { type } = /** @type {HTMLInputElement} */ (each);
    const of = type === "radio" ? boxes(each)[0] : each;
    return !seen.has(of) && seen.add(of);
  });
});

/** So much of a value is reported, and how long it is; the note shows less. */
const REPORTED = 1000;

/** @param {HTMLElement} element */
export function field(element) {
  const known = kind(element);
  return {
    ...called(element, "field"),
    label: fieldLabel(element),
    kind: known,
    ...said(value(element, known)),
    options: options(element, known),
    consequential: consequence(element),
    disabled: disabled(element, known),
    readonly: readonly(element),
    showing: showing(element),
  };
}

/** @param {ReturnType<typeof value>} whole */
function said(whole) {
  if (typeof whole !== "string" || whole.length <= REPORTED) return { value: whole };
  const pairs = whole.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0;
  return { value: whole.slice(0, REPORTED).replace(/[\uD800-\uDBFF]$/, ""), length: whole.length - pairs };
}

/** A radio that stands for its group is named by the group. @param {HTMLElement} element */
function fieldLabel(element) {
  const group = /** @type {HTMLInputElement} */ (element).type === "radio" && !attr(element, "label") && element.closest("fieldset, [role=radiogroup]");
  return (group && label(group, true)) || label(element, true);
}

/** A message the page offers to send. @param {HTMLElement} element */
function ask(element) {
  const named = label(element);
  return { label: named, text: (attr(element, "ask") ?? "").trim() || named };
}

/** @param {Element | null} page */
function destinations(page) {
  /** @type {Map<string, {name: string, path: string}>} */
  const found = new Map();
  for (const element of lent("destination", page)) {
    const href = element.getAttribute("href");
    const url = href === null ? null : URL.parse(href, document.baseURI);
    if (url?.origin !== location.origin) continue;
    const place = { name: squeeze(attr(element, "destination")), path: url.pathname + url.search + url.hash };
    found.set(JSON.stringify(place), place);
  }
  return [...found.values()];
}

/** What replaces the list of places, if the page says so. */
function described() {
  const [element] = all("destinations-description");
  return element ? squeeze(attr(element, "destinations-description")) || null : null;
}
