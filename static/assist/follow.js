// @ts-check
/* Going to another place as the person would: by the page's own link where it shows one, boosted or not. */

import { showing } from "./showing.js";

/** Drawings have no `click` of their own. @param {Element} element */
export function click(element) {
  if (element instanceof HTMLElement) element.click();
  else element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
}

/** @param {URL} url */
export function follow(url) {
  const links = [...document.links].filter((link) => link.href === url.href && !link.target && !link.download);
  const link = links.find(showing);
  if (link) link.click();
  else location.assign(url);
}

/** What a person clicked in the panel. @param {string} address Absolute. */
export function go(address) {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) follow(url);
}
