// @ts-check
/* Text put together from pieces, in time that grows as it does. */

/**
 * Inline text follows on, a line begins without a space, and of two breaks that meet the longer counts. What it ends in
 * so far waits for what follows, so that no text is looked at again for each that is added.
 * @param {Iterable<string>} pieces
 */
export function joined(pieces) {
  let [out, breaks, space] = ["", 0, ""];
  for (const piece of pieces) {
    const more = breaks || space ? piece.replace(/^ +/, "") : piece;
    const start = more.search(/[^\n]|$/);
    const last = more.length - Number(more.endsWith(" "));
    let end = last;
    while (end > start && more[end - 1] === "\n") end--;
    const before = Math.max(breaks, start);
    if (end > start) out += (before ? "\n".repeat(before) : space) + more.slice(start, end);
    breaks = end > start ? last - end : before;
    space = more.slice(last) || (end > start || before ? "" : space);
  }
  return out + "\n".repeat(breaks) + space;
}

/** @param {string} breaks @param {string} text */
export const around = (breaks, text) => joined([breaks, text, breaks]);

/** At most one empty line, no trailing spaces. A run of white space is looked at from its beginning alone. @param {string} text */
export const tidy = (text) => text.replace(/(?<![^\S\n])[^\S\n]+$/gm, "").replace(/\n{3,}/g, "\n\n").trim();
