// @ts-check
/*
  The stream of the conversation this tab follows, or, while it follows none, of the person's inbox alone. The
  transport (hx-sse) reconnects by itself; what it lacks is here: the first connect, silence, storms, fresh tokens.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const { host, server, frame } = panel;
  const SILENCE_MS = 40_000;
  const LOOK_MS = 5_000;
  const MUTE_CONNECTIONS = 5;
  const REST_MS = 30_000;
  const WAKE_MS = 50;

  /** The conversation that is followed. @type {string | null} */
  let id = null;
  let heardAt = 0;
  let failures = 0;
  /** Connections in a row that said nothing. */
  let mute = 0;
  let quickly = true;
  /** Whether the line broke; a stream that was let go of and is taken up again was never lost. */
  let lost = false;
  let retry = 0;
  /** Why there is none: the server said that it restarts, or nobody knows. */
  let trouble = "reconnecting";
  let connecting = false;
  /** Whether another document took this tab's stream over. */
  let replaced = false;

  /** @returns {any} */
  const element = () => document.getElementById("stream");
  /** @returns {any} What hx-sse holds of the open stream. */
  const connection = () => element()?._htmx?.sse;

  /** @param {string | null} conversation None to follow the inbox alone. */
  function follow(conversation) {
    if (connecting || connection()) leave();
    id = conversation;
    connect();
  }

  async function connect() {
    clearTimeout(retry);
    if (!host.hello || connecting || connection()) return;
    connecting = true;
    frame.connection("connecting");
    const wanted = id;
    connecting = (await host.fresh()) && id === wanted;
    if (connecting) htmx.trigger(element(), "assist:connect");
  }

  /** Leave the conversation. */
  function leave() {
    id = null;
    drop();
  }

  /** End the stream for good: what is still on its way finds its element gone. */
  function drop() {
    clearTimeout(retry);
    connecting = replaced = false;
    const left = element();
    const next = left.cloneNode(false);
    next.removeAttribute("data-htmx-powered");
    left.replaceWith(next);
    left._htmx?.sse?.reader?.cancel();
    left._htmx?.sse?.delayCanceller?.();
    htmx.process(next);
  }

  /** The first connect failed, which the transport does not try again. @param {number} [status] */
  async function unconnected(status) {
    connecting = false;
    if (status === 404 && id) return panel.conversation.open(null);
    frame.connection(navigator.onLine ? trouble : "offline");
    if (status === 401 && !(await host.renew())) return;
    clearTimeout(retry);
    retry = setTimeout(connect, server.backoff(failures++));
  }

  /** A reconnect failed; the transport goes on trying. @param {{status?: number, connection: any}} detail */
  async function failed({ status, connection: broken }) {
    if (status === 404 && id) return panel.conversation.open(null);
    lost = true;
    frame.connection(navigator.onLine ? trouble : "offline");
    // A restart is soon over: look often.
    if (trouble === "restarting") broken.attempt = Math.min(broken.attempt, 2);
    if (status !== 401 || !(await host.renew()) || !quickly) return;
    quickly = false;
    broken.delayCanceller?.();
  }

  /** May it connect? Not when the last ones all ended without a word. */
  function mayConnect() {
    if (connection()?.attempt > 0) frame.connection(navigator.onLine ? (lost ? trouble : "connecting") : "offline");
    return mute < MUTE_CONNECTIONS;
  }

  function connected() {
    connecting = replaced = false;
    heardAt = performance.now();
    failures = 0;
    mute++;
  }

  function heard() {
    heardAt = performance.now();
    if (mute || lost) frame.connection("");
    mute = 0;
    lost = false;
    trouble = "reconnecting";
    quickly = true;
  }

  /** The server ends this stream. @param {string} why @param {any} ending The connection. */
  async function bye(why, ending) {
    if (why === "gone") return panel.conversation.open(null);
    if (why === "replaced") {
      replaced = true;
      ending.config.reconnect = false;
    }
    if (why === "closing") {
      lost = true;
      frame.connection((trouble = "restarting"));
    }
    if (why === "expiring" && (await host.renew())) ending.delayCanceller?.();
  }

  /** The page is signed out: a stream that still speaks goes on, another one waits for a token that works. */
  function signedOut() {
    if (!connection()?.reader) drop();
    frame.connection("signedOut");
  }

  /** @param {string} reason Why the transport gave a stream up. */
  function closed(reason) {
    if (replaced || reason === "removed" || reason === "cleanup") return;
    mute = 0;
    clearTimeout(retry);
    retry = setTimeout(connect, REST_MS);
  }

  /** Whatever was waiting need not wait any longer. The transport resumes first, then waits: that wait is cut short. */
  function wake() {
    if (connection()) setTimeout(() => connection()?.delayCanceller?.(), WAKE_MS);
    else connect();
  }

  setInterval(() => {
    if (!document.hidden && connection()?.reader && performance.now() - heardAt > SILENCE_MS) connection().reader.cancel();
  }, LOOK_MS);
  // Nobody can tell whether a stream outlived the gap, so another one is opened from where it was.
  addEventListener("online", () => {
    connection()?.reader?.cancel().catch(() => {});
    wake();
  });
  // What was on its way still arrives, and is no sign of a way: only another connect tells, also where the server is near.
  addEventListener("offline", () => {
    lost = true;
    frame.connection("offline");
    connection()?.reader?.cancel().catch(() => {});
  });
  document.addEventListener("visibilitychange", () => document.hidden || wake());
  addEventListener("pagehide", () => connection()?.reader?.cancel().catch(() => {}));
  addEventListener("pageshow", (event) => event.persisted && wake());

  panel.stream = {
    get follows() {
      return id;
    },
    ...{ follow, leave, connect, unconnected, failed, mayConnect, connected, heard, bye, closed, signedOut },
  };
})();
