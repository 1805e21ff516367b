// @ts-check
/* Text selected on the page can be asked about, except where the page says `hx-assist-pointing="off"`. */

import { home } from "./keeper.js";
import { attr, closest, marked, squeeze } from "./markup.js";
import { openPage } from "./page.js";

/** @param {URL} panel @param {Record<string, string>} words @param {(quote: {text: string, page: string, path: string}) => void} chosen */
export async function point(panel, words, chosen) {
  const { pointing } = await import(new URL(`page.js${panel.search}`, panel).href).catch(() => ({}));
  if (!pointing) return;
  const { besideSelection } = await import("./selecting.js");
  besideSelection({
    label: words.point ?? "",
    home,
    wanted(node) {
      const region = closest.call(node, marked("pointing"));
      return !region || attr(region, "pointing") !== "off";
    },
    chosen(text) {
      const page = openPage();
      chosen({ text, page: page ? squeeze(attr(page, "page")) : "", path: location.pathname + location.search });
    },
  });
}
