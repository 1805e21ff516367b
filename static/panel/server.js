// @ts-check
/*
  Requests to our own server that draw nothing: announcements, claims, answers. Each carries the token as it is
  at that moment, once more with a fresh one after a 401, and, where it must arrive, again until it does.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const FIRST_WAIT_MS = 500;
  const LONGEST_WAIT_MS = 15_000;

  /** @param {number} attempt From 0. @returns {number} Milliseconds, doubling, with a little chance in it. */
  const backoff = (attempt) => Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS) * (0.7 + 0.6 * Math.random());

  /** @param {number} milliseconds */
  const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

  /**
   * One request, its token renewed once when it is refused.
   * @param {string} method @param {string} url @param {unknown} [body] JSON. @param {{keepalive?: boolean}} [options]
   * @returns {Promise<Response>}
   */
  async function ask(method, url, body, options = {}) {
    const send = () =>
      fetch(url, {
        method,
        headers: { Authorization: panel.host.bearer, Accept: "application/json", "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        ...options,
      });
    if (!(await panel.host.fresh())) throw new Error("Signed out");
    const response = await send();
    panel.times.heed(response);
    return response.status === 401 && (await panel.host.renew()) ? send() : response;
  }

  /**
   * A request that has to arrive: tried until the server took it or said that it never will (4xx).
   * @param {string} method @param {string} url @param {unknown} body
   * @param {{until?: () => boolean, again?: (response: Response) => Promise<boolean>, tries?: number, keepalive?: boolean}} [options]
   * `until` gives it up; `again` says that a refusal is none yet.
   * @returns {Promise<Response | null>} Null when given up.
   */
  async function insist(method, url, body, { until = () => false, again = async () => false, tries = Infinity, keepalive = false } = {}) {
    for (let attempt = 0; attempt < tries && !until(); attempt++) {
      if (attempt > 0) await pause(backoff(attempt - 1));
      await panel.host.signedIn;
      // What may outlive its page is little, and may be used up: the next tries do without.
      const response = await ask(method, url, body, { keepalive: keepalive && attempt === 0 }).catch(() => null);
      if (response && response.status < 500 && response.status !== 429 && response.status !== 401 && !(await again(response))) return response;
    }
    return null;
  }

  panel.server = { ask, insist, backoff };
})();
