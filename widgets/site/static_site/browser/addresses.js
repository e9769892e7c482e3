// Links name pages by their notebooks. In a folder of built pages, the files have another extension.
const served = "baseUrl" in document.body.dataset; // by a server of ours, where they have not

function lead({ target }) {
  const link = target.closest?.("a[href]");
  const href = link?.getAttribute("href") ?? "";
  if (!served && /^[^:?#]*\.ipynb([?#]|$)/.test(href)) link.setAttribute("href", href.replace(".ipynb", ".html"));
  if (link?.classList.contains("km-project")) link.setAttribute("href", `?show=chart${location.hash}`);
}
for (const type of ["pointerover", "focusin", "click"]) addEventListener(type, lead, true);
