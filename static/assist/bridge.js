// @ts-check
/*
  The line to the panel: one origin-checked hello per frame load hands over a port, and from then on only
  the port is used. The panel does all HTTP with our server; we only fetch the host's token for it.
*/

import { documentId, ownTab, state } from "./tab.js";

const TOKEN_TIMEOUT_MS = 10_000;

/** @typedef {{t: string, [key: string]: any}} Message */

/**
 * @param {HTMLIFrameElement} frame
 * @param {URL} panel
 * @param {string} tokenUrl
 * @param {(message: Message) => void} heard
 */
export function makeBridge(frame, panel, tokenUrl, heard) {
  /** @type {MessagePort | null} */
  let port = null;
  /** @type {Message[]} Said before the panel was ready. */
  let waiting = [];
  let ready = false;
  /** @type {Promise<void> | null} */
  let asking = null;

  frame.addEventListener("load", async () => {
    ready = false;
    const channel = new MessageChannel();
    port?.close();
    port = channel.port1;
    port.onmessage = ({ data }) => receive(data);
    const tab = await ownTab;
    if (port !== channel.port1) return;
    const hello = { assist: "hello", version: 1, tab, document: documentId, path: location.pathname + location.search, state: state() };
    frame.contentWindow?.postMessage(hello, panel.origin, [channel.port2]);
  });

  /** @param {Message} message */
  function receive(message) {
    if (message.t === "token?") return void giveToken();
    if (message.t === "ready") {
      ready = true;
      giveToken();
      heard(message);
      waiting.splice(0).forEach((each) => port?.postMessage(each));
    } else heard(message);
  }

  function giveToken() {
    asking ??= fetchToken(tokenUrl).then((message) => {
      asking = null;
      port?.postMessage(message);
    });
  }

  return {
    /** @param {Message} message Waits for the panel unless `now`. */
    say(message) {
      if (ready) port?.postMessage(message);
      else waiting.push(message);
    },
    ready: () => ready,
  };
}

/** @param {string} url The host's own, asked with the host's own login. @returns {Promise<Message>} */
async function fetchToken(url) {
  try {
    const signal = AbortSignal.timeout(TOKEN_TIMEOUT_MS);
    const response = await fetch(url, { method: "POST", credentials: "same-origin", headers: { Accept: "application/json" }, signal });
    const { token, expires_in } = await response.json();
    if (response.ok && typeof token === "string" && expires_in > 0) return { t: "token", token, expires_in };
  } catch {
    // No answer, no JSON, no network: the panel shows one thing for all of them.
  }
  return { t: "signed-out" };
}
