// @ts-check
/*
  Reading: what is copied, long replies that fold, what came while the reader was away. The words are the server's;
  this counts, measures and moves them.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const { server, frame } = panel;
  const DONE_MS = 2_000;

  /** The replies and notes that came while nobody looked. @type {Set<string>} */
  const unread = new Set();

  /** @param {string} text Not every browser lets a frame do it the new way. */
  function put(text) {
    return navigator.clipboard.writeText(text).catch(() => {
      const give = (/** @type {ClipboardEvent} */ event) => {
        event.clipboardData?.setData("text/plain", text);
        event.preventDefault();
      };
      document.addEventListener("copy", give, { once: true });
      document.execCommand("copy");
      document.removeEventListener("copy", give);
    });
  }

  /** @param {HTMLElement} button With a URL, what stands there; without, the code it is over. */
  async function copy(button) {
    const url = button.dataset.copy;
    const answer = url && (await server.ask("GET", url).catch(() => null));
    if (url && !answer?.ok) return frame.problem("unreachable");
    await put(answer ? await answer.text() : button.closest(".code")?.querySelector("pre")?.textContent ?? "");
    button.dataset.done = "";
    frame.announce(button.querySelector(".copy__done")?.textContent ?? "");
    setTimeout(() => delete button.dataset.done, DONE_MS);
  }

  /** Cut long replies that are no longer the latest, behind the first screen. Each is measured once. */
  function fold() {
    const screen = frame.element("scroller").clientHeight;
    const turns = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".turn"));
    for (const turn of frame.present() ? [...turns].slice(0, -1) : []) {
      if (turn.dataset.measured !== undefined) continue;
      turn.dataset.measured = "";
      const top = turn.getBoundingClientRect().top;
      if (turn.offsetHeight < 2 * screen) continue;
      const cut = [...turn.children].find((item) => item.getBoundingClientRect().bottom - top > screen);
      cut?.toggleAttribute("data-cut", true);
    }
  }

  /** Something arrives: when nobody looks, a line goes above the first of it. @param {Element} target @param {DocumentFragment} fragment */
  function arrive(target, fragment) {
    if (target.id === "transcript") seen(true);
    if (!target.matches(".turn__slot, .transcript__slot") || !fragment.querySelector(".block, .note, [data-announce]")) return;
    if (frame.present()) return;
    if (!unread.size) {
      document.querySelector(".unread")?.remove();
      fragment.prepend(frame.element("unread").content.cloneNode(true));
    }
    unread.add((target.closest(".turn") ?? target).id);
    count();
  }

  function count() {
    const badge = frame.element("latest_count");
    badge.hidden = !unread.size;
    badge.firstElementChild.textContent = String(unread.size);
    frame.badge(unread.size);
  }

  /** The reader is at the end and looks: nothing is unread any more. @param {boolean} [answered] They went on: the line goes too. */
  function seen(answered) {
    if (answered) document.querySelector(".unread")?.remove();
    if (!unread.size || !(answered || frame.present(true))) return;
    unread.clear();
    count();
  }

  /** Whoever comes back begins at what is new. */
  function back() {
    const line = unread.size && !document.hidden && document.querySelector(".unread");
    if (line) line.scrollIntoView({ block: "start" });
    seen();
  }

  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element && event.target.closest("[data-copy]");
    if (button instanceof HTMLElement) copy(button);
  });
  document.addEventListener("visibilitychange", back);
  document.addEventListener("DOMContentLoaded", () => {
    const scroller = frame.element("scroller");
    let height = 0;
    scroller.addEventListener("scroll", () => seen(), { passive: true });
    new ResizeObserver(() => {
      // A panel that is closed has no height: this one was just opened.
      if (!height && scroller.clientHeight) back();
      height = scroller.clientHeight;
    }).observe(scroller);
  });

  panel.reading = { fold, arrive, seen };
})();
