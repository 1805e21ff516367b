// @ts-check
/*
  The block being written: deltas gathered and put into its slot once a frame, as text, never as markup.
  A delta says where it begins, so what comes twice is dropped and a gap waits for the finished block.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const MOST_HELD = 4096;
  // Those of Markdown alone: a word keeps its own, and so does what is compared or multiplied.
  const MARKS = /^[ >]*(?:#+|[*+-]) |^[ >]+|`+|~~|(?<![\w*])[*_]+(?=\S)|(?<=\S)[*_]+(?![\w*])/gm;

  /** What one slot has received, how much of it was drawn and read out, and the last sentence that was. @typedef {{received: string, drawn: number, told: number, last: string}} Written */
  /** @type {WeakMap<Element, Written>} */
  const slots = new WeakMap();
  /** @type {Set<Element>} */
  const dirty = new Set();
  let frame = 0;
  let held = 0;
  const sentences = new Intl.Segmenter(document.documentElement.lang, { granularity: "sentence" });

  /** @param {Element} slot @returns {Written} */
  function written(slot) {
    let found = slots.get(slot);
    if (!found) slots.set(slot, (found = { received: "", drawn: 0, told: 0, last: "" }));
    return found;
  }

  /** @param {{t: string, o: number, s: string}} delta */
  function add({ t, o, s }) {
    const slot = document.getElementById(t);
    if (!slot) return;
    const text = written(slot);
    if (o > text.received.length || o + s.length <= text.received.length) return;
    const fresh = s.slice(text.received.length - o);
    text.received += fresh;
    held += fresh.length;
    dirty.add(slot);
    if (held > MOST_HELD || document.hidden) flush();
    else frame ||= requestAnimationFrame(flush);
  }

  function flush() {
    cancelAnimationFrame(frame);
    frame = held = 0;
    if (dirty.size === 0) return;
    panel.frame.look();
    dirty.forEach(draw);
    dirty.clear();
    panel.frame.follow();
  }

  /** White space at either end waits for what it separates. @param {Element} slot */
  function draw(slot) {
    const text = written(slot);
    const end = text.received.trimEnd().length;
    if (end <= text.drawn) return;
    const next = text.received.slice(text.drawn, end);
    const last = slot.lastChild;
    if (last instanceof Text) last.appendData(next);
    else slot.append(next.trimStart());
    text.drawn = end;
    tellFinished(text);
  }

  /** Read out the sentences that are whole. @param {Written} text */
  function tellFinished(text) {
    const untold = text.received.slice(text.told, text.drawn);
    if (!/[.!?。！？؟۔…\n]/.test(untold)) return;
    for (const { segment } of [...sentences.segment(untold)].slice(0, -1)) {
      text.told += segment.length;
      text.last = plain(segment) || text.last;
      panel.frame.announce(plain(segment));
    }
  }

  /** @param {string} text */
  const plain = (text) => text.replace(MARKS, "").replace(/[|\s]+/g, " ").trim();

  /** A finished item takes the slot's place: read out what was not yet. @param {Element} slot @param {ParentNode} item */
  function close(slot, item) {
    dirty.delete(slot);
    const last = slots.get(slot)?.last ?? "";
    const whole = plain(item.querySelector(".block")?.textContent ?? "");
    const at = last ? whole.lastIndexOf(last) : -1;
    panel.frame.announce(at < 0 ? whole : whole.slice(at + last.length));
  }

  document.addEventListener("visibilitychange", flush);

  panel.text = { add, flush, close };
})();
