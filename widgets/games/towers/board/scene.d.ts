// Written by `python -m tests.scene_types` from widgets/games/towers/board/scene_types.py; change it there.

import * as scene from "../../../table/scene.d.ts";

/** What would happen, and whether it works out. */
export interface PreviewStep {
  ok?: boolean;
  text: string;
  rule?: string;
}

/** What a seat owes, and what would be added. */
export interface DebtPile {
  seat: number;
  now: number;
  add?: number;
}

/** What an action would do, in steps. */
export interface PlacementPreview {
  title: string;
  steps: PreviewStep[];
  piles: DebtPile[];
}

/** How a card would lie on a cell. */
export interface PlacementOutline {
  x: number;
  y: number;
  width: number;
  height: number;
  rx: number;
}

/** A shape of a tower. Further keys are attributes of its SVG element. */
export interface MapShape extends scene.MapShape {
  icon?: string;
  [further: string]: any;
}

/** A card of a cache. */
export interface Card extends scene.Card {
  /** why it has a red ring */
  warn?: string;
}

/** A tower. */
export interface Group extends scene.Group {
  items?: Card[];
  board?: CellMap;
  head?: Card;
  /** why it has a lock */
  lock?: string;
}

/** What may come, and how it was counted. */
export interface Odds extends scene.Odds {
  card?: Card;
  board?: CellMap;
  list?: string[];
  /** under which `list` opens */
  more?: string;
}

/** An action; `preview` is its place among the scene's `previews`. */
export interface ActionOffer extends scene.ActionOffer {
  preview?: number;
}

/** Who pays whom. */
export interface DebtPayment {
  from: number;
  to: number;
  n: number;
  text: string;
  said: string;
}

/** Debts that are settled at the end. */
export interface FinalPayments {
  title?: string;
  piles?: DebtPile[];
  pays?: DebtPayment[];
  text?: string;
}

/** The end of a game. */
export interface GameResult extends scene.GameResult {
  ledger?: FinalPayments;
}

/** A position of Towers. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  actions: ActionOffer[];
  odds: Odds[];
  came?: Odds | null;
  reckoning?: GameResult;
  /** what actions would do; an action has its place here */
  previews?: PlacementPreview[];
  /** how the cards of caches would lie, by their ids and the slots of cells */
  casts?: Record<string, Record<string, PlacementOutline>>;
}

/** A board: shapes below, cells that are buttons above. */
export interface CellMap extends scene.CellMap {
  shapes: MapShape[];
}

/** A part of the table; with a seat it is a player's rug. */
export interface Zone extends scene.Zone {
  groups: Group[];
}
