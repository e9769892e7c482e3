// Written by `python -m tests.scene_types` from widgets/games/towers/board/scene_types.py; change it there.

import * as scene from "../../../table/scene.d.ts";

/** Step of a preview. */
export interface PreviewStep {
  /** Whether the step is possible. */
  ok?: boolean;
  text: string;
  /** Id of the rule. */
  rule?: string;
}

/** Debt of a seat, and the debt that an action would add. */
export interface DebtPile {
  seat: number;
  now: number;
  add?: number;
}

/** Result of an action, step by step. */
export interface PlacementPreview {
  title: string;
  steps: PreviewStep[];
  /** Debts of the seats. */
  piles: DebtPile[];
}

/** Rectangle of a card on a cell. */
export interface PlacementOutline {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Radius of the corners. */
  rx: number;
}

/** Shape of a tower. Further keys are attributes of its SVG element. */
export interface MapShape extends scene.MapShape {
  icon?: string;
  [further: string]: any;
}

/** Card of a cache. */
export interface Card extends scene.Card {
  /** Reason for the red ring. */
  warn?: string;
}

/** Tower. */
export interface Group extends scene.Group {
  items?: Card[];
  board?: CellMap;
  head?: Card;
  /** Reason for the lock. */
  lock?: string;
}

/** Possible outcomes, and the way of counting them. */
export interface Odds extends scene.Odds {
  card?: Card;
  board?: CellMap;
  /** Sentences about the count. */
  list?: string[];
  /** Label of the button that opens `list`. */
  more?: string;
}

/** Action with a preview. */
export interface ActionOffer extends scene.ActionOffer {
  /** Index of the preview in `Scene.previews`. */
  preview?: number;
}

/** Payment from one seat to another. */
export interface DebtPayment {
  from: number;
  to: number;
  n: number;
  text: string;
  /** Sentence for screen readers. */
  said: string;
}

/** Debts that the seats pay at the end of the game. */
export interface FinalPayments {
  title?: string;
  piles?: DebtPile[];
  /** Payments in order. */
  pays?: DebtPayment[];
  text?: string;
}

/** Result of a game. */
export interface GameResult extends scene.GameResult {
  /** Debts that were paid at the end. */
  ledger?: FinalPayments;
}

/** Position of Towers. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  actions: ActionOffer[];
  odds: Odds[];
  came?: Odds | null;
  reckoning?: GameResult;
  /** Previews of actions. `ActionOffer.preview` is an index of this list. */
  previews?: PlacementPreview[];
  /** Outlines of cards of caches, by their ids and the slots of cells. */
  casts?: Record<string, Record<string, PlacementOutline>>;
}

/** Map: shapes, and cells above them that are buttons. */
export interface CellMap extends scene.CellMap {
  shapes: MapShape[];
}

/** Part of the table. A zone with a seat is the area of this player. */
export interface Zone extends scene.Zone {
  groups: Group[];
}
