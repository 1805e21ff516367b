// @ts-check
/* Going to another place as the person would: by the page's own link where it shows one, boosted or not. */

import { attr, attribute, marked } from "./markup.js";
import { showing } from "./showing.js";

/** A link that does more than go somewhere, or that may: an attribute of its own says what else. */
const ACTS = [
  ...["action", "tool", "consequential"].map((name) => marked(name)),
  ...["post", "put", "patch", "delete", "action", "method"].map((verb) => `[hx-${verb}],[data-hx-${verb}]`),
  "[data-method],[data-turbo-method],[data-turbo-stream],[data-remote],[data-confirm],[onclick]",
].join();

/** Drawings have no `click` of their own. @param {Element} element */
export function click(element) {
  if (element instanceof HTMLElement) element.click();
  else element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
}

/** @param {Element} link @param {URL} url */
function asksElsewhere(link, url) {
  const to = attribute(link, "hx-get") ?? attribute(link, "data-hx-get");
  return to !== null && URL.parse(to, document.baseURI)?.href !== url.href;
}

/** @param {URL} url */
export function follow(url) {
  const links = [...document.links].filter((link) => link.href === url.href && !link.target && !link.download && showing(link));
  const link = links.find((each) => attr(each, "destination") !== null) ?? links.find((each) => !each.matches(ACTS) && !asksElsewhere(each, url));
  if (link) link.click();
  else location.assign(url);
}

/** What a person clicked in the panel. @param {string} address Absolute. */
export function go(address) {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) follow(url);
}
