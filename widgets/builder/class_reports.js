// Reports of the runs on this page to a class.

import { MAX_RUNNING_SHARES } from "../page/constants.js";

// The class board combines the runs of all pupils whose models have the same description, signed by the kernel.
export async function reportTrialsToClass(page) {
  const room = window.kismetClass;
  if (!room?.joined || !page.isWholePage()) return;
  const mine = page.modelRevision;
  page.sealed ??= await page.request("about");
  if (mine !== page.modelRevision || !page.sealed?.about) return;
  const { about, seal } = page.sealed;
  const { hits } = JSON.parse(about);
  let had = 0;
  const ran = page.runs.filter(([i]) => i >= 0);
  const trail = ran.slice(0, MAX_RUNNING_SHARES).map(([i], n) => (had += hits.includes(i)) / (n + 1));
  if (ran.length) room.report({ about, seal, counts: page.counts, trail });
}
