// @ts-check
/*
  Behind a slash: the page's tools, as the server drew them, to choose one for the message. The box keeps the focus;
  the arrows move through the list, Enter and Tab choose, Escape closes it. A box of several lines may not be called a
  combobox, so it stays a text box that says which list it controls and which option is meant.
*/

/** @type {any} */
let panel;
let open = false;
/** @type {Element | null} */
let meant = null;

const box = () => /** @type {HTMLTextAreaElement} */ (panel.frame.element("text"));
const place = () => /** @type {HTMLElement} */ (panel.frame.element("commands"));
/** @returns {HTMLElement[]} */
const options = () => [...place().querySelectorAll("[role=option]")].filter((each) => !(/** @type {HTMLElement} */ (each).hidden)).map((each) => /** @type {HTMLElement} */ (each));

/** Show the list, if it is wanted, and what of it fits what was typed. @param {any} of The panel. */
export function offer(of) {
  if (!panel) begin(of);
  if (!open) /** @type {any} */ (globalThis).htmx.trigger(place(), "assist:commands");
  open = true;
  filter();
}

/** @param {any} of */
function begin(of) {
  panel = of;
  place().addEventListener("htmx:after:swap", filter);
  place().addEventListener("mousedown", (event) => event.preventDefault());
  place().addEventListener("click", ({ target }) => choose(/** @type {Element} */ (target).closest("[role=option]")));
  box().addEventListener("input", filter);
  box().addEventListener("blur", close);
  addEventListener("keydown", press, true);
}

function filter() {
  const typed = /^\/(\S*)$/.exec(box().value)?.[1].toLowerCase();
  if (!open || typed === undefined) return close();
  for (const each of place().querySelectorAll("[data-name]")) {
    /** @type {HTMLElement} */ (each).hidden = !(each.getAttribute("data-name") ?? "").toLowerCase().includes(typed);
  }
  const found = options();
  const none = place().querySelector(".commands__none");
  place().hidden = !found.length && !none;
  box().setAttribute("aria-haspopup", "listbox");
  box().setAttribute("aria-autocomplete", "list");
  box().setAttribute("aria-controls", "commands_list");
  mean(found[0] ?? null);
}

function close() {
  if (!open) return;
  open = false;
  place().hidden = true;
  for (const name of ["aria-haspopup", "aria-autocomplete", "aria-controls"]) box().removeAttribute(name);
  mean(null);
}

/** @param {Element | null | undefined} option */
function mean(option) {
  meant?.setAttribute("aria-selected", "false");
  meant = option ?? null;
  meant?.setAttribute("aria-selected", "true");
  meant?.scrollIntoView({ block: "nearest" });
  if (meant) box().setAttribute("aria-activedescendant", meant.id);
  else box().removeAttribute("aria-activedescendant");
}

/** @param {Element | null} option */
function choose(option) {
  if (!option) return;
  panel.composer.write(`/${option.getAttribute("data-name")} `);
  close();
  box().focus();
}

/** @param {KeyboardEvent} event Before anything else hears of it. */
function press(event) {
  if (!open || place().hidden || event.target !== box() || event.isComposing) return;
  const found = options();
  const at = found.indexOf(/** @type {HTMLElement} */ (meant));
  if (event.key === "ArrowDown" || event.key === "ArrowUp") mean(found.at((at + (event.key === "ArrowDown" ? 1 : -1)) % found.length));
  else if ((event.key === "Enter" || event.key === "Tab") && meant && !event.shiftKey) choose(meant);
  else if (event.key === "Escape") close();
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
