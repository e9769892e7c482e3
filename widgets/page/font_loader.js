// The font of the product for pages without it. In JupyterLab, it is loaded once per page from the kernel. Styles
// use the same font name as on our own pages.

const ASKED = Symbol.for("kismet.type");
const FAMILY = "Kismet Sans";

// Requests the font from the kernel of this model, unless the page has it or another widget has requested it.
export function loadFonts(model) {
  const known = [...document.fonts].some(({ family }) => family.includes(FAMILY));
  if (known || globalThis[ASKED]) return;
  globalThis[ASKED] = true;
  const receive = (content, buffers) => {
    if (content?.kind !== "type") return;
    model.off("msg:custom", receive);
    const files = new Map(content.names.map((name, i) => [name, new Blob([buffers[i]], { type: "font/woff2" })]));
    const rules = content.faces.replaceAll(
      /url\("([^"]+)"\)/g,
      (_, name) => `url("${URL.createObjectURL(files.get(name))}")`,
    );
    const style = document.createElement("style");
    style.textContent = rules;
    document.head.append(style);
  };
  model.on("msg:custom", receive);
  model.send({ do: "type" });
}
