// @ts-check
/* A table as a Markdown table. */

/**
 * @param {HTMLTableElement} element
 * @param {(element: Element) => boolean} shown
 * @param {(element: Element) => string} inline
 */
export function table(element, shown, inline) {
  const rows = [...element.rows].filter(shown).map((row) => cells(row, shown, inline));
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (!width) return "";
  const [head, ...body] = rows.map((row) => line(row, width));
  const rule = line(Array(width).fill("---"), width);
  const caption = element.caption && shown(element.caption) ? `${inline(element.caption)}\n\n` : "";
  return caption + [head, rule, ...body].join("\n");
}

/** A cell over several columns is followed by empty ones. @param {HTMLTableRowElement} row @param {(element: Element) => boolean} shown @param {(element: Element) => string} inline */
const cells = (row, shown, inline) =>
  [...row.cells].filter(shown).flatMap((cell) => [inline(cell).replaceAll("|", "\\|"), ...Array(Math.min(cell.colSpan, 50) - 1).fill("")]);

/** A row that stands alone. @param {HTMLTableRowElement} element @param {(element: Element) => boolean} shown @param {(element: Element) => string} inline */
export function row(element, shown, inline) {
  const said = cells(element, shown, inline);
  return line(said, said.length);
}

/** @param {string[]} row @param {number} width */
const line = (row, width) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
