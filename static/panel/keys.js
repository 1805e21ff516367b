// @ts-check
/*
  The keyboard's way through the panel. Which keys do what is said by the markup alone, in `aria-keyshortcuts`: a button
  is pressed by them, anything else takes the focus. Only the way to what waits for the person is known here.
*/
(() => {
  const { frame } = /** @type {any} */ (globalThis).assistPanel;
  const TO_WHAT_WAITS = "Alt+ArrowUp";

  /** As `aria-keyshortcuts` writes it; ⌘ stands in for Ctrl. @param {KeyboardEvent} event */
  function combination({ key, code, altKey, ctrlKey, metaKey, shiftKey }) {
    const held = [(ctrlKey || metaKey) && "Control", altKey && "Alt"].filter(Boolean);
    // Without another key, Shift is a part of the letter.
    if (shiftKey && held.length) held.push("Shift");
    // Arabic letters, or those a Mac makes with Alt, stand on keys that have a plain name too.
    const name = /^[^!-~؟]$/.test(key) ? (code === "Period" ? "." : code.replace("Key", "")) : key;
    return [...held, name.length > 1 ? name : name.toUpperCase()].join("+");
  }

  /** @param {KeyboardEvent} event */
  function follow(event) {
    const keys = combination(event);
    const focus = document.activeElement;
    if (event.isComposing || event.defaultPrevented || (keys.length === 1 && focus?.matches("input:not([type=file]), textarea, select"))) return;
    const wanted = keys === TO_WHAT_WAITS ? frame.waits : `[aria-keyshortcuts~="${CSS.escape(keys)}"]`;
    const all = [...document.querySelectorAll(wanted)].filter((each) => each.checkVisibility());
    const found = /** @type {HTMLElement | undefined} */ (all.find((each) => !each.contains(focus)) ?? all[0]);
    if (!found) return;
    event.preventDefault();
    if (!found.matches("button")) return found.focus();
    found.click();
    /** @type {HTMLElement | null} */ (document.querySelector(":popover-open[tabindex], :popover-open input"))?.focus();
  }

  addEventListener("keydown", follow);
})();
