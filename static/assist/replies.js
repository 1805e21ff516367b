// @ts-check
/* What the requests of an act were answered, in the shape a call's answer is made of. */

const READERS = /** @type {const} */ (["json", "text", "blob", "arrayBuffer", "formData"]);

/** @typedef {{status: number, reason: string, answer: string | null, type: string, text: () => Promise<string>}} Reply */

/** An app's own servers share the end of its name. @param {string} host */
export const siteOf = (host) => (/^[\d.]+$|:/.test(host) ? host : host.split(".").slice(-2).join("."));

/** @param {Response} response @returns {Reply} */
export function replyOf(response) {
  const { status, statusText: reason, headers } = response;
  const type = headers.get("content-type") ?? "";
  const copy = type.includes("json") ? response.clone() : null;
  return { status, reason, type, answer: headers.get("hx-assist-answer"), text: async () => (await copy?.text()) ?? "" };
}

/** @param {XMLHttpRequest} xhr @returns {Reply} */
export function replyOfXhr(xhr) {
  const type = xhr.getResponseHeader("content-type") ?? "";
  const text = /^(?:|text)$/.test(xhr.responseType) ? xhr.responseText : "";
  return { status: xhr.status, reason: xhr.statusText, type, answer: xhr.getResponseHeader("hx-assist-answer"), text: async () => text };
}

/**
 * The response, which says when somebody reads it: who does goes on with what it holds.
 * @param {Response} response @param {(reading: Promise<unknown>) => void} begun @param {(reading: Promise<unknown>) => void} over
 */
export function readBy(response, begun, over) {
  for (const how of READERS) {
    const read = response[how];
    response[how] = /** @type {any} */ (() => {
      const reading = /** @type {Promise<unknown>} */ (read.call(response));
      begun(reading);
      reading.then(() => over(reading), () => over(reading));
      return reading;
    });
  }
  return response;
}
