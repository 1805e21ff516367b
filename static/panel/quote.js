// @ts-check
/* What the next message points at: text of the page, or of this conversation. It stands above the person's words until it is sent or taken away. */
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const { host, frame } = panel;
  const LONGEST = 2000;

  /** @type {Promise<void> | undefined} */
  let offering;

  /** @param {{text: string} | null | undefined} quote */
  function set(quote) {
    frame.element("quote_value").value = quote ? JSON.stringify(quote) : "";
    frame.element("quote_text").textContent = quote?.text ?? "";
    frame.element("quote").hidden = !quote;
    host.say({ t: "keep", state: { quote } });
  }

  /** @param {{text: string} | null} quote */
  function take(quote) {
    set(quote && { ...quote, text: quote.text.slice(0, LONGEST) });
    frame.element("text").focus();
  }

  /** @param {string} text @param {Element} node Where it stands. */
  function quote(text, node) {
    take(/** @type {any} */ ({ text, turn: node.closest(".turn")?.querySelector("[data-quote]")?.getAttribute("data-quote") }));
  }

  /** @param {Element} reply What is written there, and not what its code can be copied by. */
  function written(reply) {
    reply.toggleAttribute("data-quoting", true);
    const blocks = /** @type {NodeListOf<HTMLElement>} */ (reply.querySelectorAll(".block"));
    const text = [...blocks].map((each) => each.innerText).join("\n\n");
    reply.toggleAttribute("data-quoting", false);
    return text;
  }

  async function offer() {
    const { besideSelection } = await import("./assist/selecting.js");
    const { label } = frame.element("quote").dataset;
    besideSelection({ label, wanted: (/** @type {Element} */ node) => node.closest("#transcript"), chosen: quote });
  }

  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("#unquote")) take(null);
    const reply = target.closest("[data-quote]")?.closest(".turn");
    if (reply) quote(written(reply), reply);
  });
  document.addEventListener("selectionchange", () => {
    if (!getSelection()?.isCollapsed) offering ??= offer();
  });
  host.on("hello", (/** @type {any} */ { state }) => set(state?.quote));
  host.on("quote", (/** @type {any} */ message) => take(message.quote));

  panel.quote = { set };
})();
