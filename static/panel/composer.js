// @ts-check
/*
  Where the person writes. Enter sends, Shift+Enter breaks the line, and Enter that ends a composition
  (Chinese, Japanese, Korean) does neither. What is not sent yet is kept by the page's tab.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const { host, frame, files, quote, recall } = panel;
  const KEEP_AFTER_MS = 250;
  const COMPOSING = 229;

  /** What is under way, what goes with it, and the key that names all of it, the same for each try. @type {{said: string, about: string, files: string[], key: string} | null} */
  let sending = null;
  let keeping = 0;
  /** Whose words stand in the box. @type {string | undefined} */
  let whose;

  /** @returns {HTMLTextAreaElement} */
  const box = () => frame.element("text");
  /** @returns {HTMLInputElement} What the message points at. */
  const about = () => frame.element("quote_value");
  /** @returns {HTMLFormElement} */
  const form = () => frame.element("composer");

  function randomKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  /** Grow with the text, where the browser's own `field-sizing` does not. */
  function fit() {
    if (CSS.supports("field-sizing", "content")) return;
    box().style.blockSize = "auto";
    box().style.blockSize = `${box().scrollHeight}px`;
  }

  /** @param {string} text */
  function show(text) {
    box().value = text;
    fit();
  }

  /** @param {string} text */
  function write(text) {
    show(text);
    clearTimeout(keeping);
    host.say({ t: "keep", state: { draft: text } });
  }

  /** @param {string} token A signed one, of which the middle says whose it is. */
  function claims(token) {
    try {
      return atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    } catch {
      return "";
    }
  }

  const isEmpty = () => !box().value.trim() && !files.any();

  /** What a message carries beside its text. @param {URLSearchParams} body */
  async function complete(body) {
    const said = (body.get("instead_of") ?? "") + body.get("text");
    const about = body.get("quote") ?? "";
    const given = body.getAll("attachments");
    const same = sending?.said === said && sending.about === about && `${sending.files}` === `${given}`;
    if (!same) sending = { said, about, files: given, key: randomKey() };
    body.set("key", sending.key);
    body.set("tab", host.hello.tab);
    body.set("queue", "true");
    const page = JSON.stringify(await host.facts());
    // More than an announcement may hold is refused, and must not keep the person from speaking.
    if (new Blob([page]).size <= 512 * 1024) body.set("page", page);
  }

  /** It arrived. */
  function sent() {
    if (box().value === sending?.said) write(recall.leave());
    if (sending?.about && about().value === sending.about) quote.set(null);
    if (sending) files.sent(sending.files);
    sending = null;
    frame.element("inbox").open = false;
    frame.jump();
    panel.reading.seen(true);
  }

  /** Send words of the page's, and leave the person's own as they are. @param {string} text */
  function ask(text) {
    const own = box().value;
    box().value = text;
    about().disabled = true;
    files.without(() => form().requestSubmit());
    about().disabled = false;
    box().value = own;
  }

  document.addEventListener("keydown", (event) => {
    const into = /** @type {HTMLTextAreaElement} */ (event.target);
    if (!into.matches("#text, [data-writing] textarea") || event.key !== "Enter" || event.shiftKey) return;
    if (event.isComposing || event.keyCode === COMPOSING) return;
    event.preventDefault();
    into.form?.requestSubmit();
  });
  document.addEventListener("input", (event) => {
    if (event.target !== box()) return;
    fit();
    clearTimeout(keeping);
    keeping = setTimeout(() => host.say({ t: "keep", state: { draft: recall.draft() } }), KEEP_AFTER_MS);
  });
  document.addEventListener("submit", (event) => {
    // Runs before htmx: an empty message goes nowhere, and one whose files are on their way waits for them.
    if (event.target !== form() || !(isEmpty() || files.holdsBack())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  addEventListener("pagehide", () => host.hello && host.say({ t: "keep", state: { draft: recall.draft() } }));
  document.addEventListener("click", ({ target }) => {
    const offered = target instanceof Element && target.closest("[data-ask]");
    if (offered) ask(offered.getAttribute("data-ask") ?? "");
  });

  host.on("hello", (/** @type {any} */ { state }) => {
    if (!state?.draft || box().value) return;
    box().value = state.draft;
    fit();
  });
  // What somebody else left unsent in this tab is not for whoever is signed in now.
  host.on("signed-in", (/** @type {any} */ { token }) => {
    const user = /"sub": ?("(?:[^"\\]|\\.)*")/.exec(claims(token))?.[1];
    if (!user) return;
    if ((whose ??= host.hello.state?.user) && whose !== user) {
      write("");
      files.clear();
      quote.set(null);
    }
    host.say({ t: "keep", state: { user: (whose = user) } });
  });
  host.on("focus", () => box().focus());
  host.on("ask", (/** @type {any} */ { text }) => ask(text));

  /** Whether a form sends a message: the composer, or one that puts a message anew. @param {any} element */
  const sends = (element) => element === form() || element.elements?.instead_of;

  panel.composer = { complete, sent, sends, show, write };
})();
