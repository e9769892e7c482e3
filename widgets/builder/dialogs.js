// Dialogs of the page: finished models, the model as a line of text with its link, numbers, Python code.

import { TEXTS } from "../page/texts.js";
import { downloadFile, tryCopyText } from "../page/sharing.js";
import { fillPlaceholders, h, SVG } from "../page/elements.js";
import { modelLink } from "./model_storage.js";
import { chipGroupIndex, createSvgElement } from "./result_chart.js";

function sheet(page, title, ...parts) {
  const close = () => {
    el.close();
    el.remove();
  };
  const el = h(
    "dialog",
    { class: "km-builder-dialog", "aria-label": title, on: { close: () => el.remove() } },
    h(
      "div",
      { class: "km-builder-dialog-header" },
      h("h2", { text: title }),
      h("button", { type: "button", class: "km-builder-button", text: "Close", on: { click: close } }),
    ),
    ...parts,
  );
  page.root.append(el);
  el.showModal();
  return { el, close };
}

function copyButton(text, label = "Copy") {
  const button = h("button", {
    type: "button",
    class: "km-builder-button",
    text: label,
    on: {
      click: async () => {
        button.textContent = (await tryCopyText(text())) ? "Copied" : TEXTS.copy_by_hand;
      },
    },
  });
  return button;
}

// Converts a drawn chart to pixels, at twice its size on the page.
async function painted(markup, { clientWidth, clientHeight }) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`;
  await image.decode();
  const canvas = h("canvas", { width: 2 * clientWidth, height: 2 * clientHeight });
  const brush = canvas.getContext("2d");
  brush.fillStyle = "#fffaf0";
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

export function openGalleryDialog(page) {
  const { close } = sheet(
    page,
    TEXTS.gallery_title,
    h("p", { text: TEXTS.gallery_note }),
    h(
      "ul",
      { class: "km-builder-gallery" },
      page.model.get("models").map((one) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              on: {
                click: () => {
                  close();
                  page.openGalleryModel(one);
                },
              },
            },
            h("b", { text: one.title }),
            h("span", { text: one.asks }),
          ),
        )
      ),
    ),
  );
}

export function openModelTextDialog(page) {
  const field = h("textarea", {
    "aria-label": TEXTS.model_line_label,
    rows: 2,
    spellcheck: "false",
    autocapitalize: "off",
  });
  field.value = page.modelTexts.line;
  const wrong = h("p", { class: "km-builder-is-wrong", role: "alert", hidden: true });
  const use = async () => {
    const told = await page.request("read", { model: field.value });
    if (told.error) {
      wrong.hidden = false;
      wrong.textContent = told.error +
        (typeof told.place === "number" ? ` ${fillPlaceholders(TEXTS.model_line_place, { n: `${told.place}` })}` : "");
      field.value = told.line ?? field.value;
      if (typeof told.place === "number") {
        field.focus();
        field.setSelectionRange(told.place - 1, told.place);
      }
      return;
    }
    close();
    page.applyModel(told.table, told);
  };
  const link = () => modelLink(page.modelTexts.line);
  const { close } = sheet(
    page,
    TEXTS.model_text_title,
    h("p", { text: TEXTS.model_text_note }),
    field,
    wrong,
    h(
      "div",
      { class: "km-builder-buttons" },
      h("button", {
        type: "button",
        class: "km-builder-button km-builder-primary",
        text: TEXTS.model_text_button,
        on: { click: use },
      }),
      copyButton(() => field.value),
    ),
    h("h3", { text: "Link" }),
    h("p", { text: TEXTS.model_link_note }),
    h("pre", { tabindex: "0", text: link() }),
    copyButton(link, TEXTS.model_link_button),
    h("h3", { text: "In Python" }),
    h("pre", { tabindex: "0", text: page.modelTexts.python }),
    copyButton(() => page.modelTexts.python),
  );
}

export function openResultTableDialog(page) {
  const { columns, counts, runs } = page;
  const told = page.exactResult;
  const rows = columns.map((
    { label },
    i,
  ) => [
    label,
    told ? told.bars[i][3] || told.bars[i][2] : "",
    told ? told.bars[i][1] : "",
    counts[i],
    page.chips[chipGroupIndex(columns, i)] ?? 0,
  ]);
  const head = [page.modelTexts.axis, TEXTS.numbers_outcomes, "exact", `of ${runs.length} runs`, "chips"];
  const cell = (value) => {
    const text = String(value);
    return [",", '"', "\n"].some((sign) => text.includes(sign))
      ? ['"', text.replaceAll('"', '""'), '"'].join("")
      : text;
  };
  const csv = () =>
    [
      ["run", page.modelTexts.axis, "first"].map(cell).join(","),
      ...runs.map(([i, first], n) => [n + 1, columns[i]?.label ?? "it did not end", first].map(cell).join(",")),
    ].join("\n");
  const picture = () => {
    const el = shown().cloneNode(true);
    const style = getComputedStyle(page.root);
    const of = (name) => style.getPropertyValue(name).trim();
    el.setAttribute("xmlns", SVG);
    el.prepend(createSvgElement("style", {}));
    el.querySelector("style").textContent = `.km-builder-hit{fill:#007459}` +
      `.km-builder-bar{fill:#5a7fb5}` +
      `.km-builder-miss{stroke:#a8461b}` +
      `.km-builder-miss-fill{fill:#a8461b}` +
      `.km-builder-is-open,.km-builder-previous{fill:none;stroke:#1e2140;stroke-width:2.5}` +
      `.km-builder-previous{stroke-dasharray:5 4}` +
      `.km-builder-runs{fill:#c9c2ac}` +
      `.km-builder-chip-group,.km-builder-axis{stroke:#1e2140;stroke-width:2.5}` +
      `.km-builder-point{fill:#fff;stroke:#1e2140;stroke-width:2.5}` +
      `.km-builder-dot{stroke:#1e2140}text{font:600 14px sans-serif;fill:#1e2140}svg{background:${
        of("--builder-panel") ? "#fffaf0" : "#fff"
      }}`;
    return new XMLSerializer().serializeToString(el);
  };
  const shown = () => page.root.querySelector(".km-builder-plot-svg");
  sheet(
    page,
    TEXTS.numbers_title,
    h(
      "div",
      { class: "km-builder-scroll", tabindex: "0" },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col", text })))),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h("tr", {}, row.map((text, i) => h(i ? "td" : "th", { text: `${text}`, ...(i ? {} : { scope: "row" }) })))
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "km-builder-buttons" },
      h("button", {
        type: "button",
        class: "km-builder-button",
        text: TEXTS.numbers_save_trials,
        disabled: !runs.length,
        on: { click: () => downloadFile("runs.csv", csv(), "text/csv") },
      }),
      ...[
        ["SVG", () => downloadFile("chance.svg", picture(), "image/svg+xml")],
        ["PNG", async () => downloadFile("chance.png", await painted(picture(), shown()), "image/png")],
      ].map(([name, click]) =>
        h("button", {
          type: "button",
          class: "km-builder-button",
          text: fillPlaceholders(TEXTS.numbers_save_picture, { format: name }),
          disabled: !shown(),
          on: { click },
        })
      ),
    ),
  );
}
