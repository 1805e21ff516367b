// @ts-check
/*
  The line to the page that frames us. One hello, from a listed origin, hands over a port; token, facts and
  calls travel on it alone. Everything else in the panel hears of the page through `assistPanel.host`.
*/
(() => {
  const FACTS_WITHIN_MS = 300;
  const TOKEN_WITHIN_MS = 15_000;
  const SPARE_MS = 20_000;

  /** @typedef {{tab: string, document: string, path: string, state: {conversation?: string | null, draft?: string, open?: boolean, lang?: string}}} Hello */

  /** @type {MessagePort | null} */
  let port = null;
  /** @type {Hello | null} */
  let hello = null;
  const greeting = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  let token = "";
  let holdsUntil = 0;
  let renewal = 0;
  /** @type {Promise<boolean> | null} */
  let renewing = null;
  /** While the page is signed out: what waits for it to be signed in again, and how often that was asked. */
  let signedIn = Promise.resolve();
  /** @type {(() => void) | null} */
  let letIn = null;
  let refusals = 0;
  let gotToken = (/** @type {boolean} */ _) => {};
  let asked = 0;
  /** @type {Map<number, (facts: object) => void>} */
  const asking = new Map();
  /** @type {object | null} */
  let facts = null;
  /** @type {Map<string, ((message: any) => void)[]>} */
  const listeners = new Map();

  /** @param {string} name What the document says of itself. */
  const content = (name) => /** @type {HTMLMetaElement | null} */ (document.querySelector(`meta[name=assist-${name}]`))?.content ?? "";

  /** @param {string} what @param {any} [message] */
  const tell = (what, message) => listeners.get(what)?.forEach((listener) => listener(message));

  /** Wait for the token that is on its way. True when it came, false when the page is signed out. */
  function expect() {
    renewing ??= new Promise((resolve) => {
      gotToken = resolve;
      setTimeout(resolve, TOKEN_WITHIN_MS, false);
    }).then((/** @type {boolean} */ came) => {
      renewing = null;
      if (!came) signOut();
      return came;
    });
    return renewing;
  }

  /** Somebody may sign in elsewhere: ask now and then, and at once when the tab is looked at again. */
  function signOut() {
    if (!letIn) signedIn = new Promise((resolve) => (letIn = resolve));
    clearTimeout(renewal);
    renewal = setTimeout(() => document.hidden || renew(), panel.server.backoff(2 + refusals++));
    tell("signed-out");
  }

  /** Ask the page for another token, unless one is on its way. */
  function renew() {
    if (!renewing) host.say({ t: "token?" });
    return expect();
  }

  /** @param {{token: string, expires_in: number}} message */
  function takeToken(message) {
    const lives = message.expires_in * 1000;
    token = message.token;
    holdsUntil = performance.now() + lives;
    clearTimeout(renewal);
    renewal = setTimeout(renew, Math.max(lives - SPARE_MS, lives / 2));
    refusals = 0;
    gotToken(true);
    letIn?.();
    letIn = null;
    tell("signed-in", message);
  }

  /** @param {{n: number, facts: object}} message */
  function takeFacts(message) {
    facts = message.facts;
    asking.get(message.n)?.(message.facts);
    asking.delete(message.n);
  }

  /** @param {MessageEvent} event */
  function hear({ data }) {
    if (data.t === "token") return takeToken(data);
    if (data.t === "signed-out") return renewing ? gotToken(false) : signOut();
    if (data.t === "facts") return takeFacts(data);
    if (data.t === "page") facts = data.facts;
    tell(data.t, data);
  }

  document.addEventListener("visibilitychange", () => document.hidden || (letIn && renew()));
  addEventListener("message", (event) => {
    if (event.source !== parent || !content("origins").split(" ").includes(event.origin)) return;
    if (event.data?.assist !== "hello" || event.data.version !== 1) return;
    port?.close();
    port = event.ports[0];
    port.onmessage = hear;
    hello = event.data;
    host.say({ t: "ready" });
    host.say({ t: "keep", state: { words: JSON.parse(content("words")) } });
    expect(); // The page gives one with every hello.
    tell("hello", hello);
    greeting.resolve();
  });

  const host = {
    /** @param {{t: string, [key: string]: any}} message */
    say: (message) => port?.postMessage(message),

    /** @param {string} what A message's `t`, or hello, signed-in, signed-out. @param {(message: any) => void} listener */
    on(what, listener) {
      listeners.set(what, [...(listeners.get(what) ?? []), listener]);
    },

    /** The page's hello; null before it came. */
    get hello() {
      return hello;
    },

    /** Resolves once the page's hello has come and is heeded. */
    greeted: greeting.promise,

    /** The server knows by the token who reads: should that be another language than this document's, it comes again. @param {Response} stream */
    speak(stream) {
      const language = stream.headers.get("Content-Language");
      const url = new URL(location.href);
      if (!language || language === document.documentElement.lang || language === url.searchParams.get("lang")) return stream;
      host.say({ t: "keep", state: { lang: language } });
      url.searchParams.set("lang", language);
      location.replace(url);
      return stream;
    },

    /** Now, for a header that is read at each request. */
    get bearer() {
      return `Bearer ${token}`;
    },

    /** Wait for a token that still holds a while. False when the page is signed out. */
    fresh: () => (holdsUntil - performance.now() > 1000 ? Promise.resolve(true) : renew()),
    renew,

    /** Resolves at once, or when the page is signed in again. */
    get signedIn() {
      return signedIn;
    },

    /** The page's facts as they are this moment, or, when it takes too long, as last heard. @returns {Promise<object | null>} */
    facts() {
      const n = ++asked;
      return new Promise((resolve) => {
        asking.set(n, resolve);
        host.say({ t: "facts?", n });
        setTimeout(() => {
          if (asking.delete(n)) resolve(facts);
        }, FACTS_WITHIN_MS);
      });
    },
  };
  /** @type {any} */
  const panel = { host };
  Object.assign(globalThis, { assistPanel: panel });
})();
