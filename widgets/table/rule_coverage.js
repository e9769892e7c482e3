// The rules that a reader has encountered and understood in all games, saved in this browser, or in a class in this
// tab: {game: {met: [id], understood: [id]}}.

import { progressStorage } from "../page/storage.js";

const COVERAGE = "kismet:rules";

export function loadMetAndUnderstoodRuleIds(gameId) {
  let kept = null;
  try {
    kept = JSON.parse(progressStorage().getItem(COVERAGE))?.[gameId];
  } catch {
    // there is no storage, or it contains other data
  }
  const ids = (list) => new Set(Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
  return { met: ids(kept?.met), understood: ids(kept?.understood) };
}

// Number of rules of a game that this reader has encountered, here and at other tables, without clarifications. Without
// storage, the result is `metHere`, the number in this game.
export function countMetRules(gameId, metHere) {
  const saved = [...loadMetAndUnderstoodRuleIds(gameId).met].filter((id) => /-\d/.test(id));
  return Math.max(saved.length, metHere);
}

// Saves rules that the reader has encountered or understood. An understood rule also counts as encountered.
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
    // without storage, the data is lost when the reader leaves the page
  }
}
