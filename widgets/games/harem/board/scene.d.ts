// Written by `python -m tests.scene_types` from widgets/games/harem/board/scene_types.py; change it there.

import * as scene from "../../../table/scene.d.ts";

/** Player who rolls two dice. */
export interface DiceSide {
  seat?: number;
  /** Name of the player. */
  who?: string;
  /** Number that is added to the roll. */
  mod?: number;
  icon?: string;
}

/** Result of a roll. */
export interface RollResult {
  label: string;
  value: number | string;
}

/** Two dice for each side. */
export interface DiceDisplay {
  sides: DiceSide[];
  /** Text between the sides. */
  between?: string;
  /** Result of the roll. */
  gives?: RollResult;
  /** Kind of card that is drawn. */
  emblem?: string;
}

/** Dice of each sum, and the outcomes that are still possible after each die has landed. */
export interface DiceLandingSequence {
  /** Dice of each sum. */
  faces: number[][];
  /** Outcomes that are still possible after each die but the last. */
  open: number[][];
}

/** Histogram of integers. The first bar is the value `from`. A value is a success if it is at least `need`. If `below`
 * is true, a value below `need` is a success. */
export interface ValueHistogram {
  from: number;
  label: string;
  /** Weight of each value. */
  weights: number[];
  total: number;
  /** Limit of success. */
  need: number;
  /** Whether success is a value below the limit. */
  below?: boolean;
  /** Words and number of ways above the left end. */
  left: string[];
  /** Words and number of ways above the right end. */
  right: string[];
}

/** Odds of a roll of dice. */
export interface Odds extends scene.Odds {
  /** Distribution of the result. */
  steps?: ValueHistogram;
  /** Number of the action to which the odds belong. */
  act?: number;
  /** Dice that are drawn. */
  tray?: DiceDisplay;
  /** Sums that came. */
  rolls?: number[];
  /** Dice of the animation. */
  falls?: DiceLandingSequence;
}

/** Position as displayed on its table. `Board.build_scene` sets the keys that depend on the game. `Table` sets the
 * other keys. */
export interface Scene extends scene.Scene {
  odds: Odds[];
  came?: Odds | null;
}
