// @ts-check
/*
  Files for the next message: picked, pasted or dropped on the panel. Each is a small form of its own that htmx sends,
  and the server's answer takes its place; a message waits for those on their way. Which are here and not sent is kept
  by the page's tab, and the server draws them again for whoever gave them.
*/
(() => {
  const { host, frame } = /** @type {any} */ (globalThis).assistPanel;
  const { element } = frame;
  const FAILED = "attachment--failed";
  let waits = false;
  /** The ids of what is to be drawn again. @type {string[]} */
  let kept = [];

  /** @returns {HTMLFieldSetElement} */
  const list = () => element("files");
  /** @param {string} what */
  const first = (what) => list().querySelector(what);

  /** @param {FileList} files */
  function add(files) {
    frame.problem("");
    for (const file of files) {
      if (list().querySelectorAll("li").length >= Number(list().dataset.most)) frame.problem("too_many");
      else if (file.size > Number(list().dataset.largest)) frame.problem("too_large");
      else upload(file);
    }
    element("text").focus();
  }

  /** @param {File} file */
  function upload(file) {
    const item = element("uploading").content.firstElementChild.cloneNode(true);
    const chosen = new DataTransfer();
    chosen.items.add(file);
    item.querySelector("input").files = chosen.files;
    item.querySelector("bdi").textContent = file.name;
    first("ul")?.append(item);
    htmx.process(item);
    item.querySelector("form").requestSubmit();
  }

  /** @param {Element} form @param {any} [ctx] With the server's words, when it answered at all. */
  function failed(form, ctx) {
    const refused = ctx?.response.status < 500 && ctx.text.includes("<hx-partial");
    form.closest("li")?.classList.add(refused ? "attachment--refused" : FAILED);
    waits = false;
  }

  /** After each swap: what was refused goes, and a message that waited for the last of its files. */
  function arrived() {
    first(".attachment--refused")?.remove();
    if (!waits || first("form")) return;
    waits = false;
    element("composer").requestSubmit();
  }

  /** Whether a message has to wait for files on their way. */
  function holdsBack() {
    if (list().disabled || !first("form")) return false;
    waits = !first(`.${FAILED}`);
    if (!waits) frame.problem("unsent");
    return true;
  }

  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== "pick" || !target.files) return;
    add(target.files);
    target.value = "";
  });
  document.addEventListener("submit", ({ target }) => {
    if (target instanceof Element && own(target)) target.closest("li")?.classList.remove(FAILED);
  }, true);
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("[data-detach]");
    if (!button) return;
    frame.announce(button.getAttribute("data-detach"));
    button.closest("li")?.remove();
    element("text").focus();
  });
  addEventListener("paste", (event) => {
    const { files, types } = /** @type {DataTransfer} */ (event.clipboardData);
    // A table from a spreadsheet comes as a picture too, and is meant as text.
    if (!files.length || types.includes("text/plain")) return;
    event.preventDefault();
    add(files);
  });
  for (const kind of /** @type {const} */ (["dragover", "dragleave", "drop"])) {
    addEventListener(kind, (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.documentElement.toggleAttribute("data-dropping", kind === "dragover" || (kind === "dragleave" && event.relatedTarget !== null));
      if (kind === "drop") add(event.dataTransfer.files);
    });
  }

  function keep() {
    const here = /** @type {NodeListOf<HTMLInputElement>} */ (list().querySelectorAll("[name=attachments]"));
    host.say({ t: "keep", state: { files: [...here].map(({ value }) => value) } });
  }

  const changes = new MutationObserver(keep);
  host.on("hello", (/** @type {any} */ { state }) => {
    kept = (!first("li") && state?.files) || [];
    changes.observe(/** @type {any} */ (first("ul")), { childList: true });
  });
  host.on("signed-in", () => {
    if (kept.length) htmx.ajax("GET", `/assist/attachments?ids=${kept}`, { source: first("ul"), swap: "beforeend" });
    kept = [];
  });

  /** @param {Element} form */
  const own = (form) => list().contains(form);

  /** @type {any} */ (globalThis).assistPanel.files = {
    own, failed, arrived, holdsBack,
    any: () => first("li") !== null,
    clear() {
      first("ul")?.replaceChildren();
      keep();
    },
    /** They went. @param {string[]} ids */
    sent: (ids) => ids.forEach((id) => first(`[value="${id}"]`)?.closest("li")?.remove()),
    /** Do something as if there were none. @param {() => void} act */
    without(act) {
      list().disabled = true;
      act();
      list().disabled = false;
    },
  };
})();
