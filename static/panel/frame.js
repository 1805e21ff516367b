// @ts-check
/*
  The panel's own furniture: where the reader is, the connection in words, problems, what is said aloud.
  It shows, hides and scrolls what the server drew; it writes no words of its own.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const AT_THE_END_PX = 48;
  const QUIET_MS = 700;
  const SAID_FOR_MS = 30_000;

  /** @param {string} id @returns {any} */
  const element = (id) => document.getElementById(id);

  let following = true;
  let wording = 0;
  /** @type {string} */
  let said = "";

  function atTheEnd() {
    const { scrollTop, clientHeight, scrollHeight } = element("scroller");
    return scrollHeight - scrollTop - clientHeight < AT_THE_END_PX;
  }

  /** Stay at the end, for a reader who was there. */
  function follow() {
    if (following) element("scroller").scrollTop = element("scroller").scrollHeight;
    element("latest").hidden = following || atTheEnd();
  }

  /** Go to the end and stay there. */
  function jump() {
    following = true;
    follow();
  }

  /** @param {"" | "connecting" | "reconnecting" | "offline" | "signedOut" | "unhosted"} state What shows after a moment, if it is still so. */
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

  /** @param {"" | "unreachable" | "busy"} which Show one of the problems the panel came with, or none. */
  function problem(which) {
    if (which) element("problem").replaceWith(element(which).content.cloneNode(true));
    else element("problem").replaceChildren();
  }

  /** Clear the panel for another conversation. @param {boolean} fresh Whether it is a new one, which says hello. */
  function blank(fresh) {
    if (fresh) element("transcript").replaceWith(element("blank").content.cloneNode(true));
    else element("transcript").replaceChildren();
    element("composer_action").replaceWith(element("idle").content.cloneNode(true));
    problem("");
    jump();
    badge();
  }

  /** Tell the launcher whether we wait for the person, and whether we work. */
  function badge() {
    const waits = '#transcript :is([data-state="pending"], [data-state="confirming"]), #inbox [data-state="open"]';
    const waiting = document.querySelector(waits) !== null;
    const working = document.querySelector('#composer_action[data-state="working"]') !== null;
    if (said === `${waiting} ${working}`) return;
    said = `${waiting} ${working}`;
    panel.host.say({ t: "badge", waiting, working });
  }

  /** Have a screen reader read it out, then take it away: it stands in the transcript already. @param {string} text */
  function announce(text) {
    const line = document.createElement("p");
    line.textContent = text.trim();
    if (!line.textContent) return;
    element("announcer").append(line);
    setTimeout(() => line.remove(), SAID_FOR_MS);
  }

  document.addEventListener("DOMContentLoaded", () => {
    element("scroller").addEventListener("scroll", () => {
      following = atTheEnd();
      element("latest").hidden = following;
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
    if (event.key === "." && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      panel.host.say({ t: "close" });
    } else if (event.key === "Escape" && !event.isComposing && !document.querySelector(":popover-open")) {
      panel.host.say({ t: "escape" });
    }
  });

  panel.frame = { element, follow, jump, connection, problem, blank, badge, announce };
})();
