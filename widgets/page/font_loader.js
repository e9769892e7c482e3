// The type of the product where the page does not bring it: in JupyterLab it comes once a page from the kernel, and
// stands in styles as it does on our own pages.

const ASKED = Symbol.for("kismet.type");
const FAMILY = "Kismet Sans";

// Asks the kernel of this model, unless the page has the type or another widget has asked.
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
