// The rules that a reader has encountered and understood in all games, saved in this browser, or in a class in this
// tab: {game: {met: [id], understood: [id]}}.

import { progressStorage } from "../page/storage.js";

const COVERAGE = "kismet:rules";

export function loadMetAndUnderstoodRuleIds(gameId) {
  let kept = null;
  try {
    kept = JSON.parse(progressStorage().getItem(COVERAGE))?.[gameId];
  } catch {
    // storage is off, or contains other data
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

// Adds rules that were encountered or understood. An understood rule is also encountered.
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
    // without storage, it is only for this visit
  }
}
