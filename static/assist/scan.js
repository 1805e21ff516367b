// @ts-check
/* What the page lends right now, as the facts of contract section 4. Reports; judges nothing. */

import { controls, disabled, group, heedPasswords, kind, options, readonly, value } from "./controls.js";
import { isRadio, once, radiosOf, reading } from "./groups.js";
import { tools as lentTools } from "./lent.js";
import { all, attr, attribute, marked, querySelectorAll, squeeze } from "./markup.js";
import { label } from "./names.js";
import { belongs, introduction, lent, openPage } from "./page.js";
import { showing } from "./showing.js";

/** The facts without `document` and `seq`. */
export const scan = () => reading(found);

function found() {
  heedPasswords();
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
export const toolName = (element) => squeeze(attr(element, "tool") ?? attribute(element, "toolname"));

/** @param {HTMLElement} element */
function tool(element) {
  const schema = attr(element, "parameters");
  return {
    name: toolName(element),
    description: squeeze(attr(element, "description") ?? attribute(element, "tooldescription")),
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

/** What any box of a group is, the whole of it is. @param {Element} element @param {string | null} [known] @returns {boolean | string} */
export function consequence(element, known = attr(element, "field") === null ? null : kind(element)) {
  const found = marker(element) ?? group(element, known)?.map(marker).find((each) => each !== null) ?? null;
  return found === null ? false : found.trim() || true;
}

/** @param {Element} element */
const marker = (element) => attr(element, "consequential");

/** @param {Element} element */
const id = (element) => squeeze(attr(element, "id")) || null;

/** What an action or a field is called by. @param {Element} element @param {"action" | "field"} mark */
export const called = (element, mark) => ({ name: squeeze(attr(element, mark)), id: id(element) });

/** @param {HTMLElement} element */
export const action = (element) => ({
  ...called(element, "action"),
  label: label(element),
  consequential: consequence(element, null),
  disabled: disabled(element),
  showing: showing(element),
});

/** Fields, each radio group once. @param {Element | null} page @returns {HTMLElement[]} */
export const fieldElements = (page) => reading(() => {
  const seen = new Set();
  return lent("field", page).filter((each) => {
    const of = first(each);
    return !seen.has(of) && seen.add(of);
  });
});

/** Of a radio the first of its group. @param {Element} field */
const first = (field) => radiosOf(field)[0] ?? field;

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
    consequential: consequence(element, known),
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
const fieldLabel = (element) => (isRadio(element) && !attr(element, "label") && groupLabel(element)) || label(element, true);

/** Of so many options a group without a name is called. */
const CALLED = 4;

/** What is around a group names it; where that holds other fields too, or has no name, what it offers does. @param {import("./controls.js").Control} radio */
function groupLabel(radio) {
  const around = radio.closest("fieldset,[role=radiogroup]");
  const named = around ? once(nameOf, around) : "";
  if (named && !once(shared, /** @type {Element} */ (around))) return named;
  const group = radiosOf(radio);
  const offers = group.slice(0, CALLED).map((each) => label(each, true)).concat(group.length > CALLED ? "…" : []);
  return [named, offers.join(" / ")].filter(Boolean).join(": ");
}

/** @param {Element} around */
const nameOf = (around) => label(around, true);

/** Does it hold more than one field? @param {Element} around */
const shared = (around) => new Set([...querySelectorAll.call(around, marked("field"))].map(first)).size > 1;

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
    const href = attribute(element, "href");
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
