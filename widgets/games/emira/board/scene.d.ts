// Written by `python -m tests.scene_types` from widgets/games/emira/board/scene_types.py; change it there.

import * as drawing_types from "../../../page/drawing_types.d.ts";
import * as scene from "../../../table/scene.d.ts";

/** Row of spaces with a pawn. The number on the pawn's space is the number of remaining rounds. */
export interface Road {
  /** Number of spaces. */
  spaces?: number;
  /** Spaces with a pawn. */
  at?: number[];
  /** Shapes of the pawn. The default is a disc. */
  art?: drawing_types.Shape[];
  /** Whether the spaces before the pawn have no coins. */
  plain?: boolean;
}

/** Icon of an item that adds to a value of a seat. */
export interface ValueSourceIcon {
  icon: string;
  kind: string;
}

/** Value of the seats by which a princess compares them. */
export interface GuestComparisonLine {
  icon: string;
  text: string;
}

/** Possible outcome of a draw, with the seat to which it belongs. */
export interface OutcomeBar extends scene.OutcomeBar {
  seat?: number;
}

/** Piece of the palace. */
export interface Card extends scene.Card {
  /** Spaces of a caravan. */
  road?: Road;
  /** Items that the value counts. */
  tokens?: ValueSourceIcon[];
  /** Values that the guest compares. */
  lines?: GuestComparisonLine[];
  /** Amount that the card would add to each column in the main panel. */
  adds?: number[];
  /** Bar in parts, as it would be with this card. */
  then?: OutcomeBar[];
  /** Sentence about this bar. */
  thenSays?: string;
}

/** Part of a stacked column. */
export interface ColumnPart {
  value: number;
  /** Name of a colour. */
  tone: string;
}

/** Amounts of one round. */
export interface StackedColumn {
  label: string;
  total: number;
  parts: ColumnPart[];
}

/** Entry of the legend: the meaning of a colour in the columns. */
export interface LegendEntry {
  label: string;
  /** Name of a colour. */
  tone: string;
}

/** Horizontal line across the columns. */
export interface ReferenceLine {
  label: string;
  value: number;
}

/** Amounts of several rounds. */
export interface StackedColumnChart {
  /** Label of the axis. */
  axis: string;
  cols: StackedColumn[];
  legend: LegendEntry[];
  line: ReferenceLine;
}

/** Purchases that a seat could pay for after its bid. */
export interface BidderBudget {
  seat: number;
  /** Name of the player. */
  who: string;
  /** Gold of the seat. */
  have: number;
  /** Discount of the bid. */
  less: number;
  /** Prices of the items on sale. */
  costs: number[];
}

/** Purchases that each seat could pay for, as a step function of its bid. */
export interface BidBudgetChart {
  rows: BidderBudget[];
  /** Highest bid so far. */
  stands: number;
  /** Number of items on sale. */
  of: number;
}

/** Control for a number. The actions of consecutive values have the numbers `first`, `first` + 1, and so on. */
export interface BidControl {
  id: string;
  label: string;
  /** Verb of the actions. */
  verb: string;
  /** Number of the action with the smallest value. */
  first: number;
  /** Smallest value. */
  least: number;
  /** Largest value. */
  most: number;
  /** Difference between neighbouring values. */
  step: number;
  unit: string;
  button: string;
  /** Sentence with the payment, value - `less`, and the rest of `have`. */
  says: string;
  /** Discount. */
  less: number;
  /** Gold of the seat. */
  have: number;
  /** Values with a button of their own. */
  ladder: number[];
  /** Whether the player can act without a number. */
  free: boolean;
}

/** Position of Emira. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  odds: Odds[];
  came?: Odds | null;
  /** Control for the bid. */
  entry?: BidControl;
}

/** Odds that the main panel displays. */
export interface Odds extends scene.Odds {
  bars?: OutcomeBar[];
  card?: Card;
  /** Ids of cards. The odds are displayed only while one of them is selected. */
  on?: string[];
  /** Whether they are also displayed while nothing is selected. */
  rest?: boolean;
  /** Whether the outcomes are parts of one bar, by seat. */
  stack?: boolean;
  budget?: BidBudgetChart;
  columns?: StackedColumnChart;
}

/** Items at one place of the table, drawn in a row, on a map, or by a renderer of the game (table/renderers.js). */
export interface Group extends scene.Group {
  items?: Card[];
  head?: Card;
}

/** Part of the table. A zone with a seat is the area of this player. */
export interface Zone extends scene.Zone {
  groups: Group[];
}
