// Written by `python -m tests.scene_types` from widgets/games/harem/board/typed.py; change it there.

import * as scene from "../../../table/scene.d.ts";

/** Who throws two dice. */
export interface Side {
  seat?: number;
  who?: string;
  mod?: number;
  icon?: string;
}

/** What dice give. */
export interface Gives {
  label: string;
  value: number | string;
}

/** Two dice a side. */
export interface Tray {
  sides: Side[];
  between?: string;
  gives?: Gives;
  /** a kind of card */
  emblem?: string;
}

/** The dice of each sum, and after each die but the last the places where the ball may still fall. */
export interface Falls {
  faces: number[][];
  open: number[][];
}

/** Whole numbers from `from` on; wanted is what reaches `need`, or what stays `below` it. */
export interface Steps {
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
  steps?: Steps;
  /** the action whose risk this is */
  act?: number;
  tray?: Tray;
  rolls?: number[];
  falls?: Falls;
}

/** A position as its table shows it. What comes from the game: `Board.layout`; the rest: `Table`. */
export interface Scene extends scene.Scene {
  odds: Odds[];
  came?: Odds | null;
}
