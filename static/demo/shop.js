// @ts-check
/**
 * The shop's own script: a dialog the server sent open becomes modal, and closing it leaves its page.
 * Without this script the dialog is an open one in the page, and all of the shop still works.
 */

/** Make dialogs that came open, or were opened by a swap, modal. */
function raiseDialogs() {
  for (const dialog of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[data-modal][open]"))) {
    if (dialog.matches(":modal")) continue;
    dialog.removeAttribute("open");
    dialog.showModal();
    dialog.addEventListener("cancel", leave);
  }
}

/**
 * Escape goes where Cancel goes, so that the address and the page stay one.
 * @param {Event} event
 */
function leave(event) {
  const way = /** @type {HTMLDialogElement} */ (event.currentTarget).querySelector("a[data-leave]");
  if (!(way instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  way.click();
}

document.addEventListener("htmx:after:swap", raiseDialogs);
window.addEventListener("pageshow", raiseDialogs);
raiseDialogs();
