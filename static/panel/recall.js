// @ts-check
/*
  Earlier messages of this conversation, by the arrow keys: up from the start of the text, down again to what was
  being written. Whatever was written or changed on the way is still there when one comes back to it. A slash at the
  start offers the page's tools, by a module that comes when it is first typed.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const { frame } = panel;

  /** The draft, then earlier messages, the latest first. @type {string[]} */
  let lines = [];
  let at = 0;

  /** @returns {HTMLTextAreaElement} */
  const box = () => frame.element("text");

  /** @param {number} to @returns {boolean} Whether there was anything. */
  function go(to) {
    if (!at) lines = [box().value, ...[...document.querySelectorAll(".message__text:not(:empty)")].map((each) => each.textContent ?? "").reverse()];
    if (!(to in lines)) return false;
    lines[at] = box().value;
    at = to;
    panel.composer.show(lines[at]);
    box().setSelectionRange(0, 0);
    return true;
  }

  document.addEventListener("keydown", (event) => {
    if (event.target !== box() || event.isComposing || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const { selectionStart, selectionEnd, value } = box();
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" && at ? -1 : 0;
    const atAnEnd = !selectionEnd || (step < 0 && selectionStart === value.length);
    if (step && atAnEnd && go(at + step)) event.preventDefault();
  });
  document.addEventListener("input", ({ target }) => {
    if (target === box() && /^\/\S*$/.test(box().value)) import("./panel/commands.js").then(({ offer }) => offer(panel));
  });

  panel.recall = {
    /** The person's own words, whatever the box shows. */
    draft: () => (at ? lines[0] : box().value),
    /** What was shown is sent: what the person had been writing comes back. */
    leave() {
      const draft = at ? lines[0] : "";
      at = 0;
      return draft;
    },
  };
})();
