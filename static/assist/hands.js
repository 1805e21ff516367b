// @ts-check
/* What reads and works the page. Loaded with the panel, so that a page whose panel stays closed never pays for it. */

// Named here as well, so that they are fetched side by side and not one after another.
import "./content.js";
import "./controls.js";
import "./fill.js";
import "./follow.js";
import "./groups.js";
import "./joining.js";
import "./names.js";
import "./page.js";
import "./replies.js";
import "./ring.js";
import "./scan.js";
import "./settle.js";
import "./showing.js";
import "./tables.js";
import "./taking.js";
import "./ticking.js";
import "./tools.js";
import "./watch.js";

export { carryOut, resume } from "./calls.js";
export { facts, watch } from "./changes.js";
export { go } from "./follow.js";
