// Written by `python -m tests.scene_types` from widgets/table/summary_types.py; change it there.

import * as drawing_types from "../page/drawing_types.d.ts";

/** A seat's value as a bar or in places; a thing has a label and an icon or kind instead, and may carry a pawn. */
export interface ValueRow {
  seat?: number;
  label?: string;
  icon?: string;
  kind?: string;
  pawn?: number;
  value?: number | string;
  share?: number;
  /** the part of the share that is drawn full */
  first?: number;
  n?: number;
  of?: number;
  mark?: number;
  text?: string;
  look?: "" | "best" | "out";
  wide?: boolean;
}

/** Rows under a label. */
export interface ValueRowSection {
  label?: string;
  icon?: string;
  note?: string;
  rows: ValueRow[];
}

/** The card that a moment is about: its picture, and what is told of it. */
export interface EventSummaryCard extends drawing_types.CardImage {
  text?: string;
}

/** What has just happened, told on the stage. */
export interface EventSummary {
  title: string;
  text?: string;
  rule?: string;
  card?: EventSummaryCard;
  /** the tab that it brings up */
  tab?: string;
  parts: ValueRowSection[];
  verdict?: string;
  /** nobody plays on until it has been read */
  stop?: boolean;
  /** it rises over the whole table */
  star?: boolean;
}

/** How much one seat has paid another, or who was paid for which card that has left the table. */
export interface Payment {
  by?: number;
  to: number;
  n?: number;
  card?: string;
}

/** What another seat has done at a step, and why. */
export interface OpponentAction {
  step: number;
  text: string;
  why?: string;
  /** it names who looks on */
  mine?: boolean;
}

/** A seat, and what it has done since a person last chose. */
export interface OpponentActionList {
  seat: number;
  deeds: OpponentAction[];
}

/** What was chosen, or came, at a step of the past. */
export interface RecordedChoice {
  label: string;
  n?: number;
}

/** A course of the game. */
export interface VariationSummary {
  label: string;
  note: string;
  parted: number | null;
  steps: number;
}

/** What a single thing brought. */
export interface ItemScore {
  label: string;
  said: string;
}

/** Points of one source, in the order of the count what each thing brought. */
export interface ScoreSource {
  label: string;
  points: number;
  tone: string;
  said: string;
  of: ItemScore[];
}

/** The points of a seat. */
export interface SeatScore {
  seat: number;
  name: string;
  score: number;
  said: string;
  wins: boolean;
  parts: ScoreSource[];
}

/** Where the lead passed to another seat. */
export interface LeadChange {
  step: number;
  seat: number;
  text: string;
}

/** The points of each seat over the steps. */
export interface ScoreHistory {
  steps: number[];
  points: number[][];
  turns: LeadChange[];
}

/** What chance gave, and what was to be expected. */
export interface LuckComparison {
  label: string;
  got: string;
  expected: string;
  more: string;
}

/** The luck of a seat. */
export interface SeatLuck {
  seat: number;
  name: string;
  cells: LuckComparison[];
}

/** A decision that cost most. */
export interface Blunder {
  step: number;
  go: string;
  title: string;
  lines: string[];
}

/** What the review of a seat's decisions has found so far. */
export interface ReviewProgress {
  seat: number;
  done: number;
  of: number;
  over: boolean;
  said: string;
  worst: Blunder[];
  habits: string[];
}

/** Whose decisions may be looked at, and what has been found. */
export interface ReviewPanel {
  ask: string;
  about: string;
  found: ReviewProgress | null;
}
