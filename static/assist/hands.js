// @ts-check
/* What reads and works the page. Loaded with the panel, so that a page whose panel stays closed never pays for it. */

export { carryOut, resume } from "./calls.js";
export { facts, watch } from "./changes.js";
