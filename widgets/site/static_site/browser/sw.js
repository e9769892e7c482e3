// Caches the pages for later and for offline. html.py puts BUILD, SHEETS, LIGHT and HEAVY before this code. Pages come
// from the network
// if it answers, so that a new build is seen at the next visit. Files that a page loads are saved under the name of its
// build,
// so that no page can get another build's files. A teacher's sheet is kept only where it was opened.
const NAME = `kismet ${registration.scope} ${BUILD}`;
const PATIENCE = 3000; // ms for the network before a kept page is shown
const at = (path) => new URL(path, registration.scope).href;

async function keep(paths) {
  const cache = await caches.open(NAME);
  await Promise.all(paths.map(async (path) => {
    if (await cache.match(at(path))) return; // a page's own worker keeps what it fetches
    const got = await fetch(at(path), { cache: path.startsWith("kismet/") ? "force-cache" : "no-cache" });
    if (!got.ok) throw new Error(`${path}: ${got.status}`);
    await cache.put(at(path), got);
  }));
}

self.addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep(LIGHT));
});

// The previous build is kept until the next one, because pages of it may still be open.
self.addEventListener("activate", (event) =>
  event.waitUntil((async () => {
    const others = (await caches.keys()).filter((name) =>
      name.startsWith(`kismet ${registration.scope} `) && name !== NAME
    );
    await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    await clients.claim();
  })()));

self.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keep(HEAVY).then(() => event.source?.postMessage("kept"), () => {}));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
  event.respondWith(request.mode === "navigate" ? page(request, url) : file(request));
});

async function page(request, url) {
  const path = url.href.split(/[?#]/)[0].replace(/\/$/, "/index.html");
  const waited = new AbortController();
  const timer = setTimeout(() => waited.abort(), PATIENCE);
  try {
    const got = await fetch(request, { cache: "no-cache", signal: waited.signal });
    if (got.ok && path.startsWith(at(SHEETS))) await (await caches.open(NAME)).put(path, got.clone());
    if (got.status < 500) return got;
  } catch {
    // there is no network, or the server does not answer
  } finally {
    clearTimeout(timer);
  }
  const cache = await caches.open(NAME);
  const kept = (await cache.match(path)) ?? (await cache.match(`${path}.html`));
  return kept ?? (await cache.match(at("404.html"))) ?? Response.error();
}

const file = async (request) => (await caches.match(request.url)) ?? fetch(request);
