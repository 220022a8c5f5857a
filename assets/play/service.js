// Keeps the page's files in the browser, so that it works without a network.
"use strict";

const NAME = "vierfeld-VERSION";
const KEPT = "FILES".split(" ");

self.addEventListener("install", (/** @type {any} */ event) =>
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(KEPT))),
);

self.addEventListener("activate", (/** @type {any} */ event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith("vierfeld-") && name !== NAME).map((name) => caches.delete(name)),
        ),
      ),
  ),
);

self.addEventListener("fetch", (/** @type {any} */ event) =>
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found || fetch(event.request))),
);
