// @ts-check
/* The tab's own title carries a mark while the assistant waits for the person, also where the page renames itself. */

const MARK = "● ";
let waiting = false;
/** @type {MutationObserver | undefined} */
let observer;

/** @param {boolean} now */
export function markTitle(now) {
  if (now === waiting) return;
  waiting = now;
  observer ??= new MutationObserver(write);
  if (waiting) observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  else observer.disconnect();
  write();
}

function write() {
  const plain = document.title.startsWith(MARK) ? document.title.slice(MARK.length) : document.title;
  const wanted = waiting ? MARK + plain : plain;
  if (document.title !== wanted.trim()) document.title = wanted;
}
