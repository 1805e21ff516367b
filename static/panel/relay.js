// @ts-check
/*
  Between the page and the server: what the page lends goes up, claimed calls go down, answers go up.
  A call is claimed before the page hears of it, so no two documents ever carry out the same one.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const { host, server, conversation, frame } = panel;
  const CLAIM_TRIES = 6;
  const KEEPALIVE_BYTES = 60_000;

  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {object | null} */
  let latest = null;
  let announcing = false;
  /** What the page last offered to begin with. @type {string | undefined} */
  let asks;

  /** @param {{id: string}} call As the stream brought it. */
  async function take(call) {
    if (seen.has(call.id) || !host.hello) return;
    seen.add(call.id);
    const { document } = host.hello;
    const claimed = await server.insist("POST", `/assist/calls/${call.id}/claim`, { document }, { tries: CLAIM_TRIES, again: isEarly });
    if (claimed?.status === 204) host.say({ t: "call", call });
    else if (claimed === null) seen.delete(call.id);
  }

  /** The server does not know this document yet: its announcement is on its way. @param {Response} refusal */
  async function isEarly(refusal) {
    return refusal.status === 409 && (await refusal.json().catch(() => null))?.code === "conflict";
  }

  /** @param {{call: string, document: string, answer: object}} message */
  function giveAnswer({ call, document, answer }) {
    const body = { ...answer, document };
    const keepalive = new Blob([JSON.stringify(body)]).size < KEEPALIVE_BYTES;
    return server.insist("POST", `/assist/calls/${call}/answer`, body, { keepalive });
  }

  /** The newest facts, one request at a time; what is overtaken is never sent. @param {object} facts */
  async function announce(facts) {
    latest = facts;
    if (announcing) return;
    announcing = true;
    for (let sent = null; sent !== latest; ) {
      sent = latest;
      await server.insist("PUT", conversation.fill("/assist/tabs/{tab}/page"), sent, { until: () => sent !== latest });
    }
    announcing = false;
    // Somebody may have asked for the page's tools before the server had heard of them.
    if (/^\/\S*$/.test(frame.element("text").value)) htmx.trigger("#commands", "assist:commands");
    if (asks !== (asks = JSON.stringify(/** @type {any} */ (latest).asks ?? []))) htmx.trigger("#starters", "assist:announced");
  }

  /** A link to the app's own page is the page's to follow, as one of its own; without a page the link does it itself. */
  function follow(/** @type {MouseEvent} */ event) {
    const link = event.target instanceof Element && event.target.closest("[data-slot=assisted-links] a, .receipt__place");
    if (!(link instanceof HTMLAnchorElement) || !host.hello || event.button) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    host.say({ t: "go", url: link.href });
  }

  document.addEventListener("click", follow);
  host.on("page", (/** @type {any} */ { facts }) => announce(facts));
  host.on("answer", giveAnswer);

  addEventListener("pagehide", () => {
    if (!host.hello || !latest) return;
    const left = `${conversation.fill("/assist/tabs/{tab}/page")}?document=${encodeURIComponent(host.hello.document)}`;
    fetch(left, { method: "DELETE", keepalive: true, headers: { Authorization: host.bearer } }).catch(() => {});
  });

  panel.relay = { take };
})();
