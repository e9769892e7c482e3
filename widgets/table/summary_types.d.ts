// Written by `python -m tests.scene_types` from widgets/table/summary_types.py; change it there.

import * as drawing_types from "../page/drawing_types.d.ts";

/** Row with a value of a seat, drawn as a bar or as slots. A row that does not belong to a seat has a label, and an
 * icon or a kind. Such a row can have a pawn. */
export interface ValueRow {
  seat?: number;
  label?: string;
  icon?: string;
  kind?: string;
  /** Seat whose pawn is drawn in the row. */
  pawn?: number;
  /** Number or text at the end of the row. */
  value?: number | string;
  /** Length of the bar, from 0 to 1. */
  share?: number;
  /** Part of the bar with a solid fill, from 0 to 1. */
  first?: number;
  /** Number of filled slots. */
  n?: number;
  /** Number of slots. */
  of?: number;
  /** Number of the slot that is the goal, counted from 1. */
  mark?: number;
  text?: string;
  /** Emphasis of the row: the best value, or a seat that is out. */
  look?: "" | "best" | "out";
  /** Whether the text has the place of the bar. */
  wide?: boolean;
}

/** Rows with a common label. */
export interface ValueRowSection {
  label?: string;
  icon?: string;
  note?: string;
  rows: ValueRow[];
}

/** Card that an event summary is about, with a text about the card. */
export interface EventSummaryCard extends drawing_types.CardImage {
  text?: string;
}

/** Summary of an event, displayed in the main panel. */
export interface EventSummary {
  title: string;
  text?: string;
  /** Id of the rule. */
  rule?: string;
  card?: EventSummaryCard;
  /** Name of the tab that is opened. */
  tab?: string;
  parts: ValueRowSection[];
  /** Sentence with the result. */
  verdict?: string;
  /** Whether the game waits until the player has read it. */
  stop?: boolean;
  /** Whether it is drawn above the whole table. */
  star?: boolean;
}

/** Amount that one seat paid to another, or the seat that received money for a card that has left the table. */
export interface Payment {
  by?: number;
  to: number;
  /** Amount of money. */
  n?: number;
  /** Id of the card. */
  card?: string;
}

/** Action of another seat at a step, with its reason. */
export interface OpponentAction {
  step: number;
  text: string;
  why?: string;
  /** Whether the text names the viewer. */
  mine?: boolean;
}

/** Actions of a seat since a person last chose. */
export interface OpponentActionList {
  seat: number;
  deeds: OpponentAction[];
}

/** Action or outcome that was chosen at a past step. */
export interface RecordedChoice {
  label: string;
  /** Number of the action. */
  n?: number;
}

/** Variation of the game. */
export interface VariationSummary {
  label: string;
  /** Text about the place where the variation begins. */
  note: string;
  /** Step at which it differs from its parent, or None for the first variation. */
  parted: number | null;
  /** Number of steps. */
  steps: number;
}

/** Points of one item. */
export interface ItemScore {
  label: string;
  /** Points as text. */
  said: string;
}

/** Points of one source. Its items are in the order in which they are counted. */
export interface ScoreSource {
  label: string;
  points: number;
  /** Name of a colour. */
  tone: string;
  /** Points as text. */
  said: string;
  /** Items of the source. */
  of: ItemScore[];
}

/** Final score of a seat. */
export interface SeatScore {
  seat: number;
  name: string;
  score: number;
  /** Score as text. */
  said: string;
  /** Whether the seat has won. */
  wins: boolean;
  /** Sources of the points. */
  parts: ScoreSource[];
}

/** Points at the player's seat in a deal of the day. */
export interface DayScore {
  label: string;
  score: number;
  /** Points as text. */
  said: string;
  /** Whether the seat has won. */
  wins: boolean;
}

/** Results of the bots that have finished a deal of the day. */
export interface DayBots {
  /** Date of the deal. */
  day: string;
  scores: DayScore[];
  /** Whether all bots have finished. */
  over: boolean;
}

/** Result of a deal of the day, with the bots' results. */
export interface DayResult {
  own: DayScore;
  attempt: number;
  bots: DayBots;
}

/** Step at which another seat took the lead. */
export interface LeadChange {
  step: number;
  seat: number;
  text: string;
}

/** Points of each seat over the steps. */
export interface ScoreHistory {
  steps: number[];
  /** One list of points for each seat. */
  points: number[][];
  /** Changes of the lead. */
  turns: LeadChange[];
}

/** Result of rolls and draws, compared with its expected value. */
export interface LuckComparison {
  label: string;
  /** Result as text. */
  got: string;
  /** Expected value as text. */
  expected: string;
  /** Explanation. */
  more: string;
}

/** Luck of a seat. */
export interface SeatLuck {
  seat: number;
  name: string;
  cells: LuckComparison[];
}

/** Decision with a large loss. */
export interface Blunder {
  step: number;
  /** Label of the button that opens the position. */
  go: string;
  title: string;
  /** Reasons, one sentence each. */
  lines: string[];
}

/** Results so far of the review of one seat's decisions. */
export interface ReviewProgress {
  seat: number;
  /** Number of reviewed decisions. */
  done: number;
  /** Number of decisions. */
  of: number;
  /** Whether the review has ended. */
  over: boolean;
  /** Summary as text. */
  said: string;
  /** Decisions that cost most. */
  worst: Blunder[];
  /** Sentences about repeated mistakes. */
  habits: string[];
}

/** Offer to review a seat's decisions, and the results. */
export interface ReviewPanel {
  /** Label of the button that starts the review. */
  ask: string;
  /** Description of the review. */
  about: string;
  /** Result so far, or None before the start. */
  found: ReviewProgress | null;
}
