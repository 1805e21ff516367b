// @ts-check
/*
  Times as the reader's clock and language write them. The server draws every moment in UTC, the same bytes for
  everybody; where the reader is, only the browser knows.
*/
(() => {
  const panel = /** @type {any} */ (globalThis).assistPanel;
  const ours = document.documentElement.lang;
  /** The reader's own kind of our language: a Briton reads 30 Nov 2026 and 19:10. */
  const language = navigator.languages.find((each) => each.split("-")[0] === ours) ?? ours;
  const local = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  /** @type {Record<string, Intl.DateTimeFormat>} What a time of another kind says of itself. */
  const kinds = {
    clock: new Intl.DateTimeFormat(language, { timeStyle: "short" }),
    // A day is the reader's already, and is no moment.
    day: new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
  };

  /** What takes longer than this says for how long it has. */
  const LONG_S = 10;
  const lasting = new Intl.DateTimeFormat(language, { minute: "numeric", second: "2-digit", timeZone: "UTC" });
  /** By how much our clock is ahead of the server's, in milliseconds. */
  let ahead = 0;

  /** @param {Response | undefined} response Whose date is the server's own time. */
  function heed(response) {
    const theirs = Date.parse(response?.headers?.get("Date") ?? "");
    if (theirs) ahead = Date.now() - theirs;
  }

  setInterval(() => {
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[data-since]"))) {
      const since = Date.now() - ahead - Date.parse(time.dateTime);
      if (since >= LONG_S * 1000) time.textContent = lasting.format(since);
    }
  }, 1000);

  const MINUTE_MS = 60_000;
  const relative = new Intl.RelativeTimeFormat(language);

  /** What a time says: one until which something holds counts its last hour down. @param {HTMLTimeElement} time @param {number} moment */
  function said({ dataset }, moment) {
    const minutes = Math.ceil((moment + ahead - Date.now()) / MINUTE_MS);
    if (dataset.as === "until" && minutes <= 60) return relative.format(Math.max(minutes, 1), "minute");
    return (kinds[dataset.as ?? ""] ?? local).format(moment);
  }

  /** @param {ParentNode | undefined} fragment About to take its place. @param {string} [which] */
  function localise(fragment, which = "time:not([data-since])") {
    for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (fragment?.querySelectorAll(which) ?? [])) {
      const moment = Date.parse(time.dateTime);
      if (moment) time.textContent = said(time, moment);
    }
  }

  setInterval(() => localise(document, "[data-as=until]"), MINUTE_MS / 4);

  panel.times = { localise, heed };
})();
