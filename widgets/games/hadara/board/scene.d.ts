// Written by `python -m tests.scene_types` from widgets/games/hadara/board/scene_types.py; change it there.

import * as scene from "../../../table/scene.d.ts";
import * as summary_types from "../../../table/summary_types.d.ts";

/** Shapes that rotate around a point. After each redraw, an animation rotates them from the previous angle. */
export interface RotatingShapes {
  /** Angle. */
  at: number;
  /** Centre of the rotation. */
  around: number[];
  parts: MapShape[];
}

/** Shape of the ring. Further keys are attributes of its SVG element. */
export interface MapShape extends scene.MapShape {
  spin?: RotatingShapes;
  [further: string]: any;
}

/** Mark on a track at the value from which something becomes possible. */
export interface TrackMark {
  /** Value of the track at the mark. */
  at?: number;
  label?: string;
  look?: "open" | "far" | "done" | "shut" | "bad";
  /** Sentence for screen readers. */
  said?: string;
}

/** Probability on the panel of an action. */
export interface SuccessChance extends scene.SuccessChance {
  /** Short label of the event. */
  brief?: string;
}

/** Value of a track, drawn as a row of beads. If there is no value, `text` describes the row. */
export interface Track {
  icon?: string;
  kind?: string;
  label?: string;
  value?: number;
  /** Maximum of the track. */
  most?: number;
  marks?: TrackMark[];
  text?: string;
}

/** Content at the end of the row of a track. */
export interface RowTail {
  id?: string;
  icon?: string;
  text?: string;
  label?: string;
}

/** Group of items. If the group has a track, it is a row: a head, beads, items and a tail. */
export interface Group extends scene.Group {
  items?: Card[];
  board?: CellMap;
  head?: Card;
  track?: Track;
  tail?: RowTail;
}

/** Effect of an action. */
export interface ValueChange extends scene.ValueChange {
  kind?: string;
  look?: "" | "good" | "bad";
  /** Whether it is displayed even if there are many cards. */
  small?: boolean;
}

/** Card with its actions next to it. */
export interface Card extends scene.Card {
  /** Effects as symbols that replace the text. */
  signs?: ValueChange[];
  /** Text of the card, if the symbols do not contain it. */
  effect?: string;
  /** Rows of effects below the card. */
  strips?: ValueChange[][];
}

/** Action with its effects. */
export interface ActionOffer extends scene.ActionOffer {
  /** Probability of success. */
  chance?: SuccessChance;
  /** New values of facts, tracks and prices by their ids. */
  would?: Record<string, number | string>;
  changes?: ValueChange[];
  /** Label next to the card. */
  short?: string;
}

/** Item of a pair. */
export interface PairGridItem {
  text: string;
  /** Whether the item is wanted. */
  hit: boolean;
}

/** Grid of all pairs of some items. */
export interface PairGrid {
  items: PairGridItem[];
  label: string;
}

/** Number of squares of a kind. */
export interface SquareCount {
  kind: string;
  n: number;
}

/** Item that can be discarded, with the values that are lost with it. */
export interface DiscardOption {
  label?: string;
  parts?: SquareCount[];
  text?: string;
  look?: string;
  /** Number of the action. */
  act?: number;
}

/** Rows with one seat each, below a title. The text is below the rows. */
export interface SeatRows {
  label: string;
  rows: summary_types.ValueRow[];
  text?: string;
}

/** Odds of a chance step. */
export interface Odds extends scene.Odds {
  chance?: SuccessChance;
  card?: Card;
  /** Odds by the number of the action, if they depend on it. */
  acts?: Record<string, Odds>;
  /** Number of the action whose odds are displayed until the player points at another one. */
  first?: string;
  /** Rows of the seats. */
  rows?: SeatRows;
  /** All pairs of cards. */
  pairs?: PairGrid;
  /** Items that can be discarded. */
  leaves?: DiscardOption[];
}

/** Map: shapes, and cells above them that are buttons. */
export interface CellMap extends scene.CellMap {
  shapes: MapShape[];
}

/** Part of the table. A zone with a seat is the area of this player. */
export interface Zone extends scene.Zone {
  groups: Group[];
}

/** Position as displayed on its table. `Board.build_scene` sets the keys that depend on the game. `Table` sets the
 * other keys. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  actions: ActionOffer[];
  odds: Odds[];
  came?: Odds | null;
}
