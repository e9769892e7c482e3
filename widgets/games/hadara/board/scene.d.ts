// Written by `python -m tests.scene_types` from widgets/games/hadara/board/scene_types.py; change it there.

import * as scene from "../../../table/scene.d.ts";
import * as summary_types from "../../../table/summary_types.d.ts";

/** Shapes at an angle: after a redraw they turn there from the one before, around a point. */
export interface RotatingShapes {
  at: number;
  around: number[];
  parts: MapShape[];
}

/** A shape of the ring. Further keys are attributes of its SVG element. */
export interface MapShape extends scene.MapShape {
  spin?: RotatingShapes;
  [further: string]: any;
}

/** What opens on a track. */
export interface TrackMark {
  at?: number;
  label?: string;
  look?: "open" | "far" | "done" | "shut" | "bad";
  said?: string;
}

/** A chance on an act. */
export interface SuccessChance extends scene.SuccessChance {
  /** of what, where an act has little room */
  brief?: string;
}

/** Beads up to a value; without one, `text` says what the line is for. */
export interface Track {
  icon?: string;
  kind?: string;
  label?: string;
  value?: number;
  most?: number;
  marks?: TrackMark[];
  text?: string;
}

/** What stands behind the row of a track. */
export interface RowTail {
  id?: string;
  icon?: string;
  text?: string;
  label?: string;
}

/** A group with a track is a line: a head, beads, its items and a tail. */
export interface Group extends scene.Group {
  items?: Card[];
  board?: CellMap;
  head?: Card;
  track?: Track;
  tail?: RowTail;
}

/** What follows from an action. */
export interface ValueChange extends scene.ValueChange {
  kind?: string;
  look?: "" | "good" | "bad";
  /** shown where there are many cards */
  small?: boolean;
}

/** A card that is chosen with its acts beside it. */
export interface Card extends scene.Card {
  /** what it brings, as signs in place of its text */
  signs?: ValueChange[];
  /** its text, where signs do not say it */
  effect?: string;
  strips?: ValueChange[][];
}

/** An act with what follows from it. */
export interface ActionOffer extends scene.ActionOffer {
  chance?: SuccessChance;
  /** new values by id: of facts, tracks and prices */
  would?: Record<string, number | string>;
  changes?: ValueChange[];
  /** its label where the card stands beside it */
  short?: string;
}

/** A thing of which two are drawn; `hit`: wanted. */
export interface PairGridItem {
  text: string;
  hit: boolean;
}

/** Every two of these things. */
export interface PairGrid {
  items: PairGridItem[];
  label: string;
}

/** So many squares of a kind. */
export interface SquareCount {
  kind: string;
  n: number;
}

/** What goes with a thing that may go. */
export interface DiscardOption {
  label?: string;
  parts?: SquareCount[];
  text?: string;
  look?: string;
  act?: number;
}

/** Seats beside each other, under a title; `text` stands below them. */
export interface SeatRows {
  label: string;
  rows: summary_types.ValueRow[];
  text?: string;
}

/** Pictures of chance. */
export interface Odds extends scene.Odds {
  chance?: SuccessChance;
  card?: Card;
  /** what differs by action, by its number */
  acts?: Record<string, Odds>;
  /** the one that is shown until one is pointed at */
  first?: string;
  rows?: SeatRows;
  pairs?: PairGrid;
  leaves?: DiscardOption[];
}

/** A board: shapes below, cells that are buttons above. */
export interface CellMap extends scene.CellMap {
  shapes: MapShape[];
}

/** A part of the table; with a seat it is a player's rug. */
export interface Zone extends scene.Zone {
  groups: Group[];
}

/** A position as its table shows it. What comes from the game: `Board.layout`; the rest: `Table`. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  actions: ActionOffer[];
  odds: Odds[];
  came?: Odds | null;
}
