// What a reader has met and understood of the rules, kept in this browser, in a class in this tab, for all games:
// {game: {met: [id], understood: [id]}}.

import { progressStorage } from "../page/storage.js";

const COVERAGE = "kismet:rules";

export function loadMetAndUnderstoodRuleIds(gameId) {
  let kept = null;
  try {
    kept = JSON.parse(progressStorage().getItem(COVERAGE))?.[gameId];
  } catch {
    // storage is off, or holds something else
  }
  const ids = (list) => new Set(Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
  return { met: ids(kept?.met), understood: ids(kept?.understood) };
}

// Number of rules that this reader has met, here and at other tables. Clarifications (ABC-A01) do not count. Without
// storage, it is `metHere`, the number of this game.
export function countMetRules(gameId, metHere) {
  const saved = [...loadMetAndUnderstoodRuleIds(gameId).met].filter((id) => /-\d/.test(id));
  return Math.max(saved.length, metHere);
}

// Adds rules that have been met or understood; whoever understands a rule has met it.
export function addToSavedRuleCoverage(gameId, { met = [], understood = [] }) {
  const now = loadMetAndUnderstoodRuleIds(gameId);
  const before = now.met.size + now.understood.size;
  for (const id of [...met, ...understood]) now.met.add(id);
  for (const id of understood) now.understood.add(id);
  if (now.met.size + now.understood.size === before) return;
  try {
    const all = JSON.parse(progressStorage().getItem(COVERAGE)) ?? {};
    progressStorage().setItem(
      COVERAGE,
      JSON.stringify({ ...all, [gameId]: { met: [...now.met], understood: [...now.understood] } }),
    );
  } catch {
    // it is only for this visit, then
  }
}
