// The head of the page: the current phase and the tools.

import { TEXTS } from "../page/texts.js";
import { darkModeButton, languageButton } from "../page/page_controls.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { starMarkup, svgFromMarkup } from "../page/drawing.js";
import { canShowExact, goToPhase } from "./phases.js";
import { MIN_TRIALS_BEFORE_EXACT } from "./result_chart.js";
import { captionOrBlankIfModelChanged, hasChips } from "./status_text.js";
import { renderActionButton } from "./action_bar.js";
import { openGalleryDialog, openModelTextDialog, openResultTableDialog } from "./dialogs.js";

const MOMENTS = ["build", "predict", "run", "exact"];
const ROAD = { build: "Build", predict: "Predict", run: "Run", exact: "Exact" };

export function renderPhaseHeader(page) {
  const here = MOMENTS.indexOf(page.phase);
  const start = page.model.get("start");
  const home = page.isWholePage() &&
    h(
      "a",
      {
        class: "km-builder-home-link",
        href: start.back?.[1] ?? "index.ipynb",
        "aria-label": start.back?.[0] ?? TEXTS.home_link,
        title: start.back?.[0] ?? "Kismet",
      },
      svgFromMarkup(
        "0 0 24 24",
        starMarkup(8, 11, 7.5, 12, 12, 'fill="#e69f00" stroke="#1e2140" stroke-width="1"') +
          '<circle cx="12" cy="12" r="3.4" fill="#1e2140"/>',
        "km-builder-flower",
      ),
    );
  const open = {
    predict: !page.modelError,
    run: !page.modelError,
    exact: canShowExact(page),
    build: true,
  };
  return h(
    "header",
    { class: "km-builder-head" },
    home,
    page.task
      ? h("p", { class: "km-builder-question", text: page.caption.asks })
      : h("h1", { text: captionOrBlankIfModelChanged(page).title || TEXTS.page_title }),
    !page.task && h(
      "nav",
      { class: "km-builder-phases", "aria-label": TEXTS.phases_label },
      h(
        "ol",
        {},
        MOMENTS.map((moment, i) => {
          const isDone = i < here && (moment !== "predict" || hasChips(page)); // a run without chips predicts nothing
          return h(
            "li",
            {},
            h(
              "button",
              {
                type: "button",
                key: `road-${moment}`,
                class: isDone ? "km-builder-done" : "",
                "aria-current": i === here ? "step" : null,
                disabled: !open[moment],
                title: moment === "exact" && !open.exact
                  ? fillPlaceholders(TEXTS.exact_available_after, { n: `${MIN_TRIALS_BEFORE_EXACT}` })
                  : null,
                on: { click: () => goToPhase(page, moment) },
              },
              h("i", { "aria-hidden": "true", text: isDone ? "✓" : `${i + 1}` }),
              h("span", { text: ROAD[moment] }),
            ),
          );
        }),
      ),
    ),
    h(
      "div",
      { class: "km-builder-tools" },
      page.phase === "build" &&
        [["undo", "Undo", "↶", page.undoStack, page.redoStack], ["redo", "Redo", "↷", page.redoStack, page.undoStack]]
          .map(
            ([key, label, sign, from, to]) =>
              h("button", {
                type: "button",
                class: "km-builder-button",
                key,
                "aria-label": label,
                title: label,
                text: sign,
                disabled: !from.length,
                on: { click: () => page.undo(from, to) },
              }),
          ),
      !page.task && page.model.get("models").length > 0 &&
        renderActionButton("Models", () => openGalleryDialog(page), "", { title: TEXTS.gallery_title }),
      !page.task &&
        renderActionButton("Text", () => !page.modelError && openModelTextDialog(page), "", {
          title: TEXTS.model_text_hint,
        }),
      page.phase !== "build" && renderActionButton("Numbers", () => openResultTableDialog(page)),
      page.isWholePage() && [languageButton("km-builder-button"), darkModeButton("km-builder-button")],
    ),
  );
}
