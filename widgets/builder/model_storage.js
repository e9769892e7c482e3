// Storage of the model in the page's link and in the browser, and the model that a teacher sends.

import { fillPlaceholders } from "../page/elements.js";
import { TEXTS } from "../page/texts.js";
import { normalizeLink } from "../page/links.js";
import { progressStorage, tabStorage, widgetStorageKey } from "../page/storage.js";
import { goToPhase } from "./phases.js";
import { captionOrBlankIfModelChanged } from "./status_text.js";

const KEPT = "kismet-builder";
const RUNS = "kismet-builder-runs"; // of this tab, so that a page loaded again goes on; a link given away has none

// All pages that begin with the gallery continue the last model. A Builder in a notebook, and one that begins with a
// model of its own, continue the last model that was built there.
function nameIn(store, page) {
  const { own, line } = page.began;
  return own || page.model.get("place") ? widgetStorageKey(own ? `${store}:${line}` : store, page.model) : store;
}

// The address belongs to the first widget of its page.
const isFirst = (page) => page.isWholePage() && !page.model.get("place");

export function saveModel(page) {
  if (page.task) return;
  try {
    progressStorage().setItem(
      nameIn(KEPT, page),
      JSON.stringify({ ...captionOrBlankIfModelChanged(page), line: page.modelTexts.line }),
    );
  } catch { /* a browser that keeps nothing */ }
  if (isFirst(page) && page.undoStack.length && !page.began.own) {
    history.replaceState(history.state, "", `#m=${encodeURIComponent(page.modelTexts.line)}`);
  }
}

// Called when the page or its Builder closes, on a phone possibly for ever. In a class, the next pupil may use this
// tab.
export function saveTrialsForTab(page) {
  if (page.task) return;
  page.storeResults();
  const { line } = page.modelTexts;
  const name = nameIn(RUNS, page);
  try {
    if (window.kismetClass?.joined) tabStorage().removeItem(name);
    else {tabStorage().setItem(
        name,
        JSON.stringify({ line, moment: page.phase, brought: page.resultsByModel.get(line) }),
      );}
  } catch { /* too much for this browser, or it keeps nothing */ }
}

export async function restoreTrials(page) {
  let kept = null;
  try {
    if (!page.task) kept = JSON.parse(tabStorage().getItem(nameIn(RUNS, page)));
  } catch { /* nothing kept */ }
  if (!kept?.brought || kept.line !== page.modelTexts.line) return;
  await goToPhase(page, "predict"); // which asks for the columns
  Object.assign(page, { ...kept.brought, columns: page.columns });
  await goToPhase(page, kept.moment);
}

export function modelLink(line) {
  return `${location.href.split("#")[0]}#m=${encodeURIComponent(line)}`;
}

// A link contains a model, and its reader makes a prediction first. Without a link, this browser's last model opens.
export async function openLinkedOrSavedModel(page) {
  const found = isFirst(page) && /^#m=(.+)$/.exec(normalizeLink(location.hash));
  let kept = null;
  try {
    if (!found && !page.task) kept = JSON.parse(progressStorage().getItem(nameIn(KEPT, page)));
  } catch { /* nothing kept, or not by this page */ }
  const line = found?.[1] ?? kept?.line;
  if (line === page.modelTexts.line && found) return goToPhase(page, "predict");
  if (!line || line === page.modelTexts.line) return;
  const told = await page.request("read", { model: line });
  if (told.error) {
    if (found) page.refuse(fillPlaceholders(TEXTS.link_without_model, { why: told.error }));
    return;
  }
  page.caption = { line: told.line, title: kept?.title ?? "", asks: kept?.asks ?? "" };
  await page.applyModel(told.table, told, { keep: !page.began.own }); // a model of the page's own is one step back
  if (found) goToPhase(page, "predict");
}

// Opens the model that the teacher has sent to all pupils. "Undo" returns to the pupil's previous model.
export async function openModelFromClass(page) {
  const { pace, lesson } = window.kismetClass ?? {};
  const line = page.isWholePage() && pace?.lesson === lesson && pace?.model;
  if (!line || line === page.sent) return;
  page.sent = line;
  if (line === page.modelTexts.line) return goToPhase(page, "predict");
  const told = await page.request("read", { model: line });
  if (told.error) return;
  page.caption = { line: told.line, title: TEXTS.class_model_title, asks: told.ask };
  await page.applyModel(told.table, told);
  goToPhase(page, "predict");
}
