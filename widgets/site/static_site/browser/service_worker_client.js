// Registers the service worker, which caches the files shared by all pages, once a page is drawn or the home page is at
// rest.
const root = new URL("../../", import.meta.url);

/** @returns {Promise<void>} */
export async function installServiceWorker() {
  if (document.body.dataset.run) return; // given by a server of ours, which holds the class and has no worker
  if (!navigator.serviceWorker || navigator.connection?.saveData) return;
  try {
    const held = await navigator.serviceWorker.register(new URL("sw.js", root), { updateViaCache: "none" });
    await held.update().catch(() => {}); // the worker of another build is to be asked; without a network there is none
    const newest = held.installing ?? held.waiting ?? held.active;
    while (!["activated", "redundant"].includes(newest.state)) {
      await new Promise((changed) => newest.addEventListener("statechange", changed, { once: true }));
    }
    held.active?.postMessage("keep");
  } catch {
    // a browser without storage still shows the pages
  }
}

if (!document.getElementById("km-page")) addEventListener("load", () => setTimeout(installServiceWorker, 1000));
