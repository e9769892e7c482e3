// The phases from guess to exact answer, runs with their animation, and the comparison of two models.

import { TEXTS } from "../page/texts.js";
import { partAt, returnedPerDrawCount } from "./model_edits.js";
import { reportTrialsToClass } from "./class_reports.js";
import {
  animateAppear,
  animateDevice,
  animateFall,
  animateMoveFromElement,
  animateReturn,
  delay,
  prefersReducedMotion,
} from "./animations.js";
import { MAX_CHIP_GROUPS, MAX_CHIP_GROUPS_NARROW, MAX_DOTS, MIN_TRIALS_BEFORE_EXACT } from "./result_chart.js";
import { lastTrialText, statusSentence } from "./status_text.js";

const QUICK = 10000; // runs that taps may ask for while others are on their way

// The exact answer is available after enough runs. Users who have seen it and change one part need no new runs.
export const canShowExact = (page) =>
  !page.modelError && (page.hasSeenExact || page.runs.length >= MIN_TRIALS_BEFORE_EXACT);

export async function goToPhase(page, moment) {
  if (page.modelError) return;
  page.notice = "";
  page.isTaskSolved = false;
  const mine = page.modelRevision;
  if (moment !== "build" && !page.columns) {
    const told = await page.request("columns");
    if (mine !== page.modelRevision) return;
    if (told.error) return page.refuse(told.error);
    page.columns = told.columns;
    page.columns.places = page.narrow() ? MAX_CHIP_GROUPS_NARROW : MAX_CHIP_GROUPS;
    page.counts = page.columns.map(() => 0);
  }
  if (moment === "exact" && !page.exactResult) {
    page.busy = true;
    page.draw();
    const told = await page.request("exact");
    page.busy = false;
    if (mine !== page.modelRevision) return;
    if (told.error) {
      page.notice = told.error;
      moment = page.phase === "exact" ? "run" : page.phase;
    } else {
      page.exactResult = told;
      page.hasSeenExact = true;
      const numeric = typeof told.columns[0]?.low === "number" && told.columns.length > 2;
      page.selectedInterval = numeric ? page.selectedInterval ?? [firstLine(told), told.columns.length - 1] : null;
      page.request("check").then((checked) => {
        if (mine !== page.modelRevision || checked.error) return;
        page.check = checked.told;
        page.draw();
      });
    }
  }
  page.phase = moment;
  page.draw();
  page.say(statusSentence(page));
}

function firstLine({ bars }) {
  let sum = 0;
  const i = bars.findIndex(([p]) => (sum += p) > 0.62);
  return Math.min(Math.max(1, i + 1), bars.length - 1);
}

export async function runTrials(page, n, { seen = n === 1 } = {}) {
  if (page.modelError) return;
  if (page.playing) { // a quick tap more is not lost
    page.queuedTrialCount = Math.min(page.queuedTrialCount + n, QUICK);
    return;
  }
  if (page.phase === "build" || page.phase === "predict") await goToPhase(page, "run");
  if (!page.columns) return;
  page.playing = true;
  const had = page.runs.length;
  const mine = page.modelRevision;
  for (let left = n; left > 0 && !page.closed;) { // long runs come in parts
    const told = await page.request("run", { n: left });
    if (mine !== page.modelRevision || told.error) {
      page.playing = false;
      return mine === page.modelRevision && page.refuse(told.error);
    }
    told.at.forEach((i, k) => {
      page.runs.push([i, told.first[k]]);
      if (i >= 0) page.counts[i] += 1;
    });
    page.last = told.run;
    left += page.queuedTrialCount - told.at.length;
    page.queuedTrialCount = 0;
    if (left > 0) page.draw();
  }
  page.playing = false;
  reportTrialsToClass(page);
  page.draw();
  const one = n === 1 && page.runs.length === had + 1;
  page.say(one ? lastTrialText(page) : statusSentence(page));
  if (seen && one && !prefersReducedMotion()) await showRun(page);
}

export async function toggleContinuousRuns(page) {
  page.isRunningContinuously = !page.isRunningContinuously;
  page.draw();
  while (page.isRunningContinuously && !page.closed) {
    await runTrials(page, Math.min(1000, Math.max(5, Math.round(page.runs.length / 12))), { seen: false });
    await delay(prefersReducedMotion() ? 400 : 120);
    if (page.runs.length > 200000) page.isRunningContinuously = false;
  }
  page.draw();
}

// Animates the last run: each device decides, its values fly to the ticket, the dot falls. The next run cancels it.
async function showRun(page) {
  let [delay, end] = [0, 0];
  const all = [];
  for (const step of page.last.steps) {
    const thing = page.root.querySelector(`.km-builder-canvas [data-path="${step.place}"]`);
    if (!thing) continue;
    const part = partAt(page.table, step.place);
    if (step.place.includes(".if[")) delay += 600; // what decides the way comes to rest first
    all.push(animateDevice(thing, part.dev ?? "bag", delay));
    const tokens = [...page.root.querySelectorAll(`.km-builder-token[data-from="${step.place}"]`)];
    const home = thing.querySelector(".km-builder-device-drawing");
    tokens.forEach((token, i) => {
      const comes = delay + 620 + i * 110;
      all.push(animateMoveFromElement(token, home, comes));
      end = comes + 500;
      for (let k = 0; k < returnedPerDrawCount(page.table, part); k++) {
        all.push(animateReturn(page.root, token, home, comes + 620 + 120 * k));
      }
    });
    delay += 300;
  }
  all.push(animateAppear(page.root.querySelector(".km-builder-tokens output"), end));
  const dots = [...page.root.querySelectorAll(".km-builder-dot")];
  const dot = dots.at(-1);
  if (dot && page.runs.length <= MAX_DOTS) {
    dot.style.opacity = 0;
    await Promise.all(all);
    dot.style.opacity = "";
    await animateFall(dot);
  } else await Promise.all(all);
}

export function toggleComparison(page) {
  page.comparedResult = page.comparedResult ? null : {
    columns: page.columns,
    bars: page.exactResult.bars.map(([p]) => p),
    line: page.modelTexts.line,
  };
  if (page.comparedResult) {
    page.isTaskSolved = true;
    page.refuse(TEXTS.compare_kept);
  }
  page.draw();
}
