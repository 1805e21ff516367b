// @ts-check
/* Which conversation this tab shows. None is made until one is needed; the page's tab remembers which it is. */
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const { host, server, frame, stream } = panel;

  const KEEP_FILE_MS = 60_000;

  /** @type {Promise<string> | null} */
  let making = null;

  /** @param {string} url Markup's, with its places to fill. A tab without a conversation has a stream nonetheless. */
  function fill(url) {
    if (!stream.follows) url = url.replace(/\/conversations\/(\{conversation\}|%7Bconversation%7D)(?=\/stream)/, "");
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
    const places = { conversation: stream.follows ?? "", showing: stream.follows ?? "", tab: host.hello?.tab ?? "", zone };
    return url.replace(/\{(\w+)\}|%7B(\w+)%7D/g, (_, a, b) => encodeURIComponent(/** @type {any} */ (places)[a ?? b]));
  }

  /** The conversation, made now if there is none. @returns {Promise<string>} */
  function ensure() {
    if (stream.follows) return Promise.resolve(stream.follows);
    making ??= server.ask("POST", "/assist/conversations")
      .then(async (/** @type {Response} */ response) => {
        if (!response.ok) throw new Error(`No conversation: ${response.status}`);
        const { id } = await response.json();
        show(id);
        return id;
      })
      .finally(() => (making = null));
    return /** @type {Promise<string>} */ (making);
  }

  /** @param {string | null} id */
  function show(id) {
    host.say({ t: "keep", state: { conversation: id } });
    document.documentElement.toggleAttribute("data-follows", id !== null);
    stream.follow(id);
  }

  /** Save what the tab shows as a file, under the name the server gives it. @param {string} ending */
  async function save(ending) {
    const response = await server.ask("GET", `/assist/conversations/${stream.follows}/transcript.${ending}`).catch(() => null);
    if (!response?.ok) return frame.problem("unreachable");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = decodeURIComponent(response.headers.get("Content-Disposition").split("''")[1]);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), KEEP_FILE_MS);
  }

  /** Another conversation, or with null a new one. @param {string | null} id */
  function open(id) {
    stream.leave();
    frame.blank(!id);
    show(id);
  }

  document.addEventListener("click", (event) => {
    const wanted = event.target instanceof Element && event.target.closest("[data-export]");
    if (wanted) save(wanted.getAttribute("data-export") ?? "");
  });

  panel.conversation = { fill, ensure, open };
})();
