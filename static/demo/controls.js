// @ts-check
/** Controls of the shop's own: the papers a gift is wrapped in, and words that are edited in place. */

/** One of its buttons is picked; a form sends which. */
class GiftPaper extends HTMLElement {
  static formAssociated = true;
  static observedAttributes = ["value"];
  #internals = this.attachInternals();

  connectedCallback() {
    this.addEventListener("click", ({ target }) => {
      const button = target instanceof Element && target.closest("button");
      if (button) this.value = button.value;
    });
    this.addEventListener("assist:fill", (event) => {
      const { value, respondWith } = /** @type {CustomEvent} */ (event).detail;
      respondWith(this.#take(value));
    });
  }

  /** The page that comes back when it is saved writes the attribute, too. */
  attributeChangedCallback() {
    this.#internals.setFormValue(this.value);
    for (const button of this.#papers()) button.setAttribute("aria-pressed", String(button.value === this.value));
  }

  get value() {
    return this.getAttribute("value") ?? "";
  }

  set value(paper) {
    this.setAttribute("value", paper);
  }

  #papers = () => [...this.querySelectorAll("button")];

  /** @param {string} wanted */
  async #take(wanted) {
    const paper = wanted.trim().toLowerCase();
    const known = this.#papers().map(({ value }) => value);
    if (!known.includes(paper)) throw new Error(`There is no such paper; there are ${known.join(", ")}.`);
    this.value = paper;
  }
}

customElements.define("gift-paper", GiftPaper);

/** A slider says where it stands; what is edited in place is sent by the hidden field it names. */
document.addEventListener("input", ({ target }) => {
  const shown = target instanceof HTMLInputElement && target.type === "range" && target.closest("label")?.querySelector("output");
  if (shown) shown.value = target.value;
  const editor = target instanceof HTMLElement ? target.closest("[data-into]") : null;
  if (!(editor instanceof HTMLElement)) return;
  const field = editor.closest("form")?.elements.namedItem(editor.dataset.into ?? "");
  if (field instanceof HTMLInputElement) field.value = editor.innerText.trim();
});
