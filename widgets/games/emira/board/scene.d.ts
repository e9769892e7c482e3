// Written by `python -m tests.scene_types` from widgets/games/emira/board/scene_types.py; change it there.

import * as drawing_types from "../../../page/drawing_types.d.ts";
import * as scene from "../../../table/scene.d.ts";

/** Spaces in a row; a pawn stands where so much is still to come. */
export interface Road {
  spaces?: number;
  at?: number[];
  /** the pawn; a disc unless given */
  art?: drawing_types.Shape[];
  /** no coins lie on the spaces before it */
  plain?: boolean;
}

/** A thing that a value counts. */
export interface ValueSourceIcon {
  icon: string;
  kind: string;
}

/** What a guest compares. */
export interface GuestComparisonLine {
  icon: string;
  text: string;
}

/** A chance that belongs to a seat. */
export interface OutcomeBar extends scene.OutcomeBar {
  seat?: number;
}

/** Pieces of the palace. */
export interface Card extends scene.Card {
  road?: Road;
  tokens?: ValueSourceIcon[];
  lines?: GuestComparisonLine[];
  /** what it would add to each of the amounts on the stage */
  adds?: number[];
  /** the bar in parts, as it would be with this card */
  then?: OutcomeBar[];
  thenSays?: string;
}

/** A part of a column. */
export interface ColumnPart {
  value: number;
  tone: string;
}

/** Amounts of one round. */
export interface StackedColumn {
  label: string;
  total: number;
  parts: ColumnPart[];
}

/** What a tone of the columns means. */
export interface LegendEntry {
  label: string;
  tone: string;
}

/** A line across the columns. */
export interface ReferenceLine {
  label: string;
  value: number;
}

/** Amounts one after the other. */
export interface StackedColumnChart {
  axis: string;
  cols: StackedColumn[];
  legend: LegendEntry[];
  line: ReferenceLine;
}

/** What a seat could buy after its bid. */
export interface BidderBudget {
  seat: number;
  who: string;
  have: number;
  less: number;
  costs: number[];
}

/** What a bid leaves to buy, a staircase each; `stands`: the bid so far, `of`: things on sale. */
export interface BidBudgetChart {
  rows: BidderBudget[];
  stands: number;
  of: number;
}

/** A number to be chosen: actions first, first + 1, ... by value. */
export interface BidControl {
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
  entry?: BidControl;
}

/** Pictures of the stage. */
export interface Odds extends scene.Odds {
  bars?: OutcomeBar[];
  card?: Card;
  /** shown alone while one of these is selected */
  on?: string[];
  /** and also while nothing is */
  rest?: boolean;
  /** the bars stand in one bar in parts, by seat */
  stack?: boolean;
  budget?: BidBudgetChart;
  columns?: StackedColumnChart;
}

/** Things of one place, in a row, on a plan, or in a look that games bring (table/renderers.js). */
export interface Group extends scene.Group {
  items?: Card[];
  head?: Card;
}

/** A part of the table; with a seat it is a player's rug. */
export interface Zone extends scene.Zone {
  groups: Group[];
}
