// @ts-check
/* This tab and this document: their ids, and what outlives a document in `sessionStorage`. */

/** @typedef {{id: string, kind: string, name: string, target: string | null, value?: string, before?: unknown, args?: object, at: number}} Pending A call whose answer may be due from the next document. */

const AWAITED_MS = 60_000;

/** @param {string} prefix @param {number} bytes */
function fresh(prefix, bytes) {
  const random = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return prefix + btoa(random).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @type {Map<string, string>} Stands in where the browser refuses storage. */
const memory = new Map();

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(`assist.${key}`) ?? "null");
  } catch {
    return JSON.parse(memory.get(key) ?? "null");
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  memory.set(key, JSON.stringify(value));
  try {
    sessionStorage.setItem(`assist.${key}`, JSON.stringify(value));
  } catch {
    // The memory of this document is all there is.
  }
}

export const documentId = fresh("d_", 9);

let tab = /** @type {string} */ (read("tab") ?? "");
const inherited = tab !== "";
if (!inherited) renew();

function renew() {
  tab = fresh("t_", 16).padEnd(24, "0");
  write("tab", tab);
}

/** Resolves once the id is surely this tab's: a duplicated tab has copied storage, so others are asked. */
export const ownTab = inherited ? ask() : Promise.resolve(tab);
let settled = !inherited;

/** @returns {Promise<string>} */
function ask() {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel("assist");
    const done = () => {
      channel.close();
      settled = true;
      resolve(tab);
    };
    channel.onmessage = ({ data }) => {
      if (data.taken !== tab || data.document === documentId) return;
      renew();
      write("pending", null);
      done();
    };
    channel.postMessage({ tab, document: documentId });
    setTimeout(done, 120);
  });
}

/** Answers duplicates that ask; closed while the document is away, for the back-forward cache. */
function listen() {
  const channel = new BroadcastChannel("assist");
  channel.onmessage = ({ data }) => {
    const same = data.tab === tab && data.document !== documentId;
    if (same && (settled || documentId < data.document)) channel.postMessage({ taken: tab, document: documentId });
  };
  addEventListener("pagehide", () => channel.close(), { once: true });
}
listen();
addEventListener("pageshow", (event) => event.persisted && listen());

/** @returns {{conversation?: string | null, draft?: string, open?: boolean, side?: string, lang?: string, words?: Record<string, string>}} */
export const state = () => read("state") ?? {};

/** @param {object} part */
export const keepState = (part) => write("state", { ...state(), ...part });

/** @param {string} id @returns {boolean} True once per id in this tab; recorded before anything is touched. */
export function claim(id) {
  const done = read("done") ?? [];
  if (done.includes(id)) return false;
  write("done", [...done, id].slice(-200));
  return true;
}

/** @returns {Pending | null} Not one so old that its answer is no longer awaited. */
export function pending() {
  const call = read("pending");
  return call && Date.now() - call.at < AWAITED_MS ? call : null;
}

/** @param {Pending | null} call */
export const keepPending = (call) => write("pending", call);
