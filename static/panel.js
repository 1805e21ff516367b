// @ts-check
/*
  The panel's one htmx extension, `assist`: it moves bytes and focus, and draws nothing.

  - every request carries the token as it is when it is sent, and goes out once more with a fresh one after a 401;
  - `{conversation}` and `{tab}` in the markup's URLs are filled in, the conversation made first if there is none;
  - deltas become text, calls go to the page, `bye` means reconnect; see the files in panel/ for each.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const { host, frame, text, times, stream, conversation, relay, files, composer, reading } = panel;
  const HELLO_WITHIN_MS = 8_000;

  /** @param {Element} element */
  const isStream = (element) => element.id === "stream";
  /** A stream that was left goes on failing for a moment. @param {Element} element */
  const isLeft = (element) => isStream(element) && !element.isConnected;

  /** The id of what had the focus and is being replaced. */
  let focusOn = "";
  /** The id of what is to be gone to once it is drawn. */
  let sought = "";

  /** @param {(url: string, request: any) => Promise<Response>} fetch @param {string} url @param {any} request */
  async function sendOnce(fetch, url, request) {
    if (url.includes("{conversation}") || url.includes("%7Bconversation%7D")) await conversation.ensure();
    if (!(await host.fresh())) throw new Error("Signed out");
    const filled = conversation.fill(url);
    const response = await fetch(filled, request);
    times.heed(response);
    if (response.status !== 401 || request.signal.aborted) return response;
    if (!(await host.renew())) throw new Error("Signed out");
    return fetch(filled, request);
  }

  /** @param {Element} element @param {any} ctx */
  function prepare(element, ctx) {
    Object.defineProperty(ctx.request.headers, "Authorization", { enumerable: true, get: () => host.bearer });
    const fetch = ctx.fetch ?? window.fetch.bind(window);
    if (isStream(element)) {
      ctx.request.action = conversation.fill(ctx.request.action);
      ctx.fetch = (/** @type {string} */ url, /** @type {any} */ request) => fetch(url, request).then(host.speak);
      return;
    }
    ctx.fetch = async (/** @type {string} */ url, /** @type {any} */ request) => {
      // Somebody may be quicker than the page's hello, which says who they are and in which tab.
      await host.greeted;
      if (composer.sends(element)) await composer.complete(request.body);
      return sendOnce(fetch, url, request);
    };
  }

  /** Before fragments take their places: folds stay open, focus is remembered, what is new is read out. @param {any[]} tasks */
  function place(tasks) {
    text.flush();
    frame.look();
    tasks.forEach(({ fragment }) => times.localise(fragment));
    for (const { target, fragment } of tasks.filter((task) => task.type === "partial" && task.target)) {
      fold(target, fragment.querySelector(`details#${CSS.escape(target.id)}`));
      if (target.contains(document.activeElement)) focusOn = holder(target);
      target.querySelectorAll("[data-writing]").forEach((/** @type {Element} */ open) => carry(open, fragment));
      if (target.classList.contains("turn__slot")) text.close(target, fragment);
      if (target.id !== "transcript") announce(target, fragment);
      reading.arrive(target, fragment);
    }
  }

  /** What somebody is in the middle of writing stays, with its form, where it would be drawn over. @param {Element} open @param {DocumentFragment} fragment */
  function carry(open, fragment) {
    const field = open.querySelector("textarea");
    if (field && field.value !== field.defaultValue) fragment.querySelector(`#${open.id}`)?.replaceWith(open);
  }

  /**
   * A fold stays as the person left it; one that came open stays so for what is new in it. Beside a conversation the
   * inbox says in its one line what is new, and leaves the room to the conversation.
   * @param {any} before @param {any} after
   */
  function fold(before, after) {
    if (!after) return;
    if (after.id === "inbox" && stream.follows) after.open = before.open === true;
    else if (before.localName === "details") keepOpen(before, after);
  }

  /** @param {any} before @param {any} after */
  function keepOpen(before, after) {
    const hasNews = Number(after.dataset.waiting ?? 0) > Number(before.dataset.waiting ?? 0);
    after.open = before.open || (after.open && hasNews);
  }

  /** The id of the smallest thing in a target that has the focus in it and can take it back. @param {Element} target */
  function holder(target) {
    const smallest = document.activeElement?.closest("[id][tabindex]");
    return smallest && target.contains(smallest) ? smallest.id : target.id;
  }

  /** @param {Element} target @param {DocumentFragment} fragment Says more than what stands there already. */
  function announce(target, fragment) {
    const words = (/** @type {ParentNode} */ of) => [...of.querySelectorAll("[data-announce]")].map((each) => each.textContent ?? "");
    const told = new Set(words(target));
    words(fragment).filter((each) => !told.has(each)).forEach(frame.announce);
  }

  /** What had the focus was replaced: give it to what took its place, else to the composer. */
  function refocus() {
    if (!focusOn) return;
    const next = document.getElementById(focusOn);
    focusOn = "";
    if (document.activeElement && document.activeElement !== document.body) return;
    const within = next?.querySelector("[autofocus]") ?? (next?.matches("[tabindex]") ? next : frame.element("text"));
    within.focus({ preventScroll: true });
  }

  /** @param {any} detail @returns {false | void} False keeps hx-sse from doing anything with it. */
  function hear({ message: { event, data }, connection }) {
    stream.heard();
    if (!event) return;
    if (event === "delta") text.add(JSON.parse(data));
    else if (event === "call") relay.take(JSON.parse(data));
    else if (event === "bye") stream.bye(data, connection);
    return false;
  }

  htmx.registerExtension("assist", {
    htmx_config_request: (/** @type {Element} */ element, /** @type {any} */ { ctx }) => prepare(element, ctx),
    htmx_before_request(/** @type {Element} */ element) {
      if (!isStream(element) && !files.own(element)) frame.problem("");
    },
    htmx_after_request(/** @type {Element} */ element, /** @type {any} */ { ctx }) {
      if (composer.sends(element) && ctx.response.status < 300) composer.sent();
    },
    htmx_error(/** @type {Element} */ element, /** @type {any} */ { ctx }) {
      if (isLeft(element)) return;
      if (isStream(element)) stream.unconnected();
      else if (files.own(element)) files.failed(element);
      else if (ctx?.request) frame.problem("unreachable");
    },
    htmx_response_error(/** @type {Element} */ element, /** @type {any} */ { ctx }) {
      if (isLeft(element)) return;
      if (isStream(element)) stream.unconnected(ctx.response.status);
      else if (files.own(element)) files.failed(element, ctx);
      else if (!ctx.text.includes("<hx-partial")) frame.problem("unreachable");
    },
    // That the token is dead is said by the line above, in words for a person.
    htmx_before_swap: (/** @type {Element} */ element, /** @type {any} */ { ctx, tasks }) => (isStream(element) && ctx.response?.status === 401 ? false : place(tasks)),
    htmx_after_swap() {
      files.arrived();
      refocus();
      reading.fold();
      frame.follow();
      if (sought && frame.reach(sought)) sought = "";
      reading.seen();
      frame.badge();
    },
    htmx_sse_before_connection: () => stream.mayConnect(),
    htmx_sse_after_connection: () => stream.connected(),
    htmx_sse_error(/** @type {Element} */ element, /** @type {any} */ detail) {
      if (detail.connection && !isLeft(element)) stream.failed(detail);
    },
    htmx_sse_close: (/** @type {Element} */ _, /** @type {any} */ { reason }) => stream.closed(reason),
    htmx_sse_before_message: (/** @type {Element} */ _, /** @type {any} */ detail) => hear(detail),
  });

  // Where the workspace has the panel dock; the page's tab knows it from then on.
  host.on("hello", () => host.say({ t: "keep", state: { side: document.body.dataset.side } }));
  host.on("hello", (/** @type {any} */ { state }) => conversation.open(state?.conversation ?? null));
  host.on("signed-in", () => stream.connect());
  host.on("signed-out", () => stream.signedOut());
  document.addEventListener("click", (event) => {
    const chosen = event.target instanceof Element && event.target.closest("[data-conversation], #new_conversation");
    if (!chosen) return;
    sought = chosen.getAttribute("data-place") ?? "";
    conversation.open(chosen.getAttribute("data-conversation"));
    frame.element("history_panel").hidePopover();
    frame.element("text").focus();
  });
  setTimeout(() => host.hello || frame.connection("unhosted"), HELLO_WITHIN_MS);
})();
