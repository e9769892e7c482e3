// Written by `python -m tests.scene_types` from widgets/games/emira/board/typed.py; change it there.

import * as drawn from "../../../page/drawn.d.ts";
import * as scene from "../../../table/scene.d.ts";

/** Spaces in a row; a pawn stands where so much is still to come. */
export interface Road {
  spaces?: number;
  at?: number[];
  /** the pawn; a disc unless given */
  art?: drawn.Shape[];
  /** no coins lie on the spaces before it */
  plain?: boolean;
}

/** A thing that a value counts. */
export interface Token {
  icon: string;
  kind: string;
}

/** What a guest compares. */
export interface GuestLine {
  icon: string;
  text: string;
}

/** A chance that belongs to a seat. */
export interface Bar extends scene.Bar {
  seat?: number;
}

/** Pieces of the palace. */
export interface Card extends scene.Card {
  road?: Road;
  tokens?: Token[];
  lines?: GuestLine[];
  /** what it would add to each of the amounts on the stage */
  adds?: number[];
  /** the bar in parts, as it would be with this card */
  then?: Bar[];
  thenSays?: string;
}

/** A part of a column. */
export interface Amount {
  value: number;
  tone: string;
}

/** Amounts of one round. */
export interface Column {
  label: string;
  total: number;
  parts: Amount[];
}

/** What a tone of the columns means. */
export interface Tone {
  label: string;
  tone: string;
}

/** A line across the columns. */
export interface Level {
  label: string;
  value: number;
}

/** Amounts one after the other. */
export interface Columns {
  axis: string;
  cols: Column[];
  legend: Tone[];
  line: Level;
}

/** What a seat could buy after its bid. */
export interface Purse {
  seat: number;
  who: string;
  have: number;
  less: number;
  costs: number[];
}

/** What a bid leaves to buy, a staircase each; `stands`: the bid so far, `of`: things on sale. */
export interface Budget {
  rows: Purse[];
  stands: number;
  of: number;
}

/** A number to be chosen: actions first, first + 1, ... by value. */
export interface Entry {
  id: string;
  label: string;
  verb: string;
  first: number;
  least: number;
  most: number;
  step: number;
  unit: string;
  button: string;
  /** filled in with what is to be paid, value - less, and what is left of `have` */
  says: string;
  less: number;
  have: number;
  /** values that are one click away */
  ladder: number[];
  /** whether one may act without any */
  free: boolean;
}

/** A position of Emira. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  odds: Odds[];
  came?: Odds | null;
  entry?: Entry;
}

/** Pictures of the stage. */
export interface Odds extends scene.Odds {
  bars?: Bar[];
  card?: Card;
  /** shown alone while one of these is selected */
  on?: string[];
  /** and also while nothing is */
  rest?: boolean;
  /** the bars stand in one bar in parts, by seat */
  stack?: boolean;
  budget?: Budget;
  columns?: Columns;
}

/** Things of one place, in a row, on a plan, or in a look that games bring (table/looks.js). */
export interface Group extends scene.Group {
  items?: Card[];
  head?: Card;
}

/** A part of the table; with a seat it is a player's rug. */
export interface Zone extends scene.Zone {
  groups: Group[];
}
