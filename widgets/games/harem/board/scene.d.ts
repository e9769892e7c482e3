// Written by `python -m tests.scene_types` from widgets/games/harem/board/scene_types.py; change it there.

import * as scene from "../../../table/scene.d.ts";

/** Who throws two dice. */
export interface DiceSide {
  seat?: number;
  who?: string;
  mod?: number;
  icon?: string;
}

/** What dice give. */
export interface RollResult {
  label: string;
  value: number | string;
}

/** Two dice a side. */
export interface DiceDisplay {
  sides: DiceSide[];
  between?: string;
  gives?: RollResult;
  /** a kind of card */
  emblem?: string;
}

/** The dice of each sum, and after each die but the last the places where the ball may still fall. */
export interface DiceLandingSequence {
  faces: number[][];
  open: number[][];
}

/** Whole numbers from `from` on; wanted is what reaches `need`, or what stays `below` it. */
export interface ValueHistogram {
  from: number;
  label: string;
  weights: number[];
  total: number;
  need: number;
  below?: boolean;
  /** words and ways above that end */
  left: string[];
  right: string[];
}

/** What dice may decide; `rolls`: the sums that came. */
export interface Odds extends scene.Odds {
  steps?: ValueHistogram;
  /** the action whose risk this is */
  act?: number;
  tray?: DiceDisplay;
  rolls?: number[];
  falls?: DiceLandingSequence;
}

/** A position as its table shows it. What comes from the game: `Board.layout`; the rest: `Table`. */
export interface Scene extends scene.Scene {
  odds: Odds[];
  came?: Odds | null;
}
