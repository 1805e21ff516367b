// @ts-check
/*
  Assist: the one script tag of a host page. Finds its own tag, answers `window.assist` at once, and
  imports the rest by the address of this build. Runs as a classic script and as a module alike, so it
  holds no static import and no `import.meta`.
*/
(() => {
  const KEY = Symbol.for("assist");
  const page = /** @type {any} */ (window);
  if (page[KEY]) return;

  const OURS = "script[data-workspace][data-token-url]";
  const { currentScript } = document;
  const tag = /** @type {HTMLScriptElement | null} */ (currentScript?.matches(OURS) ? currentScript : document.querySelector(OURS));
  if (!tag) return;

  /** @type {any} The server puts `{build, words}` in place of this string. */
  let served = "__ASSIST_SERVED__";
  if (typeof served === "string") served = { build: "", words: {} };

  // Calls made before the modules have arrived wait here; `start` sets `run` and carries them out.
  /** @type {{name: string, given: any[], undo?: () => void, gone?: boolean}[]} */
  const waiting = [];
  page[KEY] = {
    waiting,
    /** @param {any} call */
    run: (call) => void waiting.push(call),
  };
  page.assist ??= Object.fromEntries(
    ["tool", "page", "open", "close", "ask"].map((name) => [
      name,
      (/** @type {any[]} */ ...given) => {
        const call = { name, given, undo: () => {}, gone: false };
        page[KEY].run(call);
        return () => {
          call.gone = true;
          call.undo();
        };
      },
    ]),
  );

  // Here rather than in a module, so that it works before those have arrived.
  addEventListener("keydown", (event) => {
    if (event.key !== "." || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    page[KEY].run({ name: "toggle", given: [] });
  }, true);

  const home = new URL(served.build ? `${served.build}/` : "./", tag.src);
  const { workspace, tokenUrl, side } = tag.dataset;
  import(new URL("assist/main.js", home).href)
    .then((main) => main.start({ panel: new URL(`../panel?workspace=${workspace}`, tag.src), tokenUrl, side, words: served.words }))
    .catch((error) => console.error("Assist did not start.", error));
})();
