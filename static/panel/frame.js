// @ts-check
/*
  The panel's own furniture: where the reader is, the connection in words, problems, what is said aloud.
  It shows, hides and scrolls what the server drew; it writes no words of its own.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const AT_THE_END_PX = 48;
  const ROUNDING_PX = 2;
  const QUIET_MS = 700;
  const SAID_FOR_MS = 30_000;

  /** @param {string} id @returns {any} */
  const element = (id) => document.getElementById(id);

  let following = true;
  /** Where the reader was last seen. */
  let top = 0;
  let wording = 0;
  let unread = 0;
  /** @type {string} */
  let said = "";

  /** @param {number} [within] Pixels. */
  function atTheEnd(within = AT_THE_END_PX) {
    const { scrollTop, clientHeight, scrollHeight } = element("scroller");
    return scrollHeight - scrollTop - clientHeight < within;
  }

  /** Whoever moves up, however little, is reading; whoever comes down near the end follows it again. */
  function look() {
    const before = top;
    top = element("scroller").scrollTop;
    if (top !== before) following = atTheEnd(top < before ? ROUNDING_PX : AT_THE_END_PX);
  }

  /** Stay at the end, for a reader who was there when one last looked: what we draw moves them too, and is not theirs. */
  function follow() {
    if (following) element("scroller").scrollTop = element("scroller").scrollHeight;
    top = element("scroller").scrollTop;
    element("latest").hidden = following || atTheEnd();
  }

  /** Whether somebody looks, at the end. @param {boolean} [now] Not only on the way there. */
  function present(now) {
    return !document.hidden && element("scroller").clientHeight > 0 && (atTheEnd() || (!now && following));
  }

  /** Go to the end and stay there. */
  function jump() {
    following = true;
    follow();
  }

  /** Go to something, and rest there. @param {string} id @returns {boolean} Whether it is there. */
  function reach(id) {
    const found = element(id);
    if (!found) return false;
    following = false;
    found.scrollIntoView({ block: "center" });
    found.focus({ preventScroll: true });
    return true;
  }

  /** @param {"" | "connecting" | "reconnecting" | "restarting" | "offline" | "signedOut" | "unhosted"} state What shows after a moment, if it is still so. */
  function connection(state) {
    document.documentElement.dataset.connection = state || "good";
    clearTimeout(wording);
    const show = () => {
      const line = element("connection");
      if (line) line.textContent = line.dataset[state] ?? "";
    };
    if (state === "" || state === "signedOut") show();
    else wording = setTimeout(show, QUIET_MS);
  }

  /** @param {"" | "unreachable"} which Show one of the problems the panel came with, or none. */
  function problem(which) {
    if (which) element("problem").replaceWith(element(which).content.cloneNode(true));
    else element("problem").replaceChildren();
  }

  /** Clear the panel for another conversation. @param {boolean} fresh Whether it is a new one, which says hello. */
  function blank(fresh) {
    if (fresh) element("transcript").replaceWith(element("blank").content.cloneNode(true));
    else element("transcript").replaceChildren();
    element("composer_action").replaceWith(element("idle").content.cloneNode(true));
    element("queue").replaceChildren();
    element("queue").hidden = true;
    problem("");
    jump();
    panel.reading.seen(true);
    badge();
  }

  const waits = '#transcript :is([data-state="pending"], [data-state="confirming"]), #inbox [data-state="open"]';

  /** Tell the launcher whether we wait for the person, whether we work, and how much is unread. @param {number} [count] */
  function badge(count = unread) {
    unread = count;
    const waiting = document.querySelector(waits) !== null;
    const working = document.querySelector('#composer_action[data-state="working"]') !== null;
    if (said === `${unread} ${waiting} ${working}`) return;
    // What went wrong while it worked, "still working" above all, is over with the work.
    if (!working && said.endsWith("true")) problem("");
    said = `${unread} ${waiting} ${working}`;
    panel.host.say({ t: "badge", waiting, working, unread });
  }

  /** Have a screen reader read it out, then take it away: it stands in the transcript already. @param {string} text */
  function announce(text) {
    const line = document.createElement("p");
    line.textContent = text.trim();
    if (!line.textContent) return;
    element("announcer").append(line);
    setTimeout(() => line.remove(), SAID_FOR_MS);
  }

  // A picture that cannot be had leaves no hole.
  document.addEventListener("error", ({ target }) => target instanceof Element && target.matches(".avatar, .display__image") && target.remove(), true);
  document.addEventListener("DOMContentLoaded", () => {
    element("scroller").addEventListener("scroll", () => {
      look();
      element("latest").hidden = following || atTheEnd();
    }, { passive: true });
    new ResizeObserver(follow).observe(element("scroller"));
    element("latest").addEventListener("click", () => {
      jump();
      element("text").focus();
    });
    element("close").addEventListener("click", () => panel.host.say({ t: "close" }));
  });

  document.addEventListener("click", (event) => {
    // Opening a fold is reading: the end must not pull the reader away from it.
    const summary = event.target instanceof Element && event.target.closest("summary");
    if (summary && !summary.closest("details")?.open) following = false;
  });

  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing && !document.querySelector(":popover-open")) {
      const writing = /** @type {Element} */ (event.target).closest("[data-writing]");
      if (writing) /** @type {HTMLElement} */ (writing.querySelector("[data-cancel]")).click();
      else panel.host.say({ t: "escape" });
    }
  });

  panel.frame = { waits, element, look, follow, jump, reach, present, connection, problem, blank, badge, announce };
})();
