// Written by `python -m tests.scene_types` from widgets/games/towers/board/typed.py; change it there.

import * as scene from "../../../table/scene.d.ts";

/** What would happen, and whether it works out. */
export interface PreviewStep {
  ok?: boolean;
  text: string;
  rule?: string;
}

/** What a seat owes, and what would be added. */
export interface Pile {
  seat: number;
  now: number;
  add?: number;
}

/** What an action would do, in steps. */
export interface Preview {
  title: string;
  steps: PreviewStep[];
  piles: Pile[];
}

/** How a card would lie on a cell. */
export interface Cast {
  x: number;
  y: number;
  width: number;
  height: number;
  rx: number;
}

/** A shape of a tower. Further keys are attributes of its SVG element. */
export interface Drawn extends scene.Drawn {
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
  board?: PlacePlan;
  head?: Card;
  /** why it has a lock */
  lock?: string;
}

/** What may come, and how it was counted. */
export interface Odds extends scene.Odds {
  card?: Card;
  board?: PlacePlan;
  list?: string[];
  /** under which `list` opens */
  more?: string;
}

/** An action; `preview` is its place among the scene's `previews`. */
export interface Offer extends scene.Offer {
  preview?: number;
}

/** Who pays whom. */
export interface Pay {
  from: number;
  to: number;
  n: number;
  text: string;
  said: string;
}

/** Debts that are settled at the end. */
export interface Ledger {
  title?: string;
  piles?: Pile[];
  pays?: Pay[];
  text?: string;
}

/** The end of a game. */
export interface Reckoning extends scene.Reckoning {
  ledger?: Ledger;
}

/** A position of Towers. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  actions: Offer[];
  odds: Odds[];
  came?: Odds | null;
  reckoning?: Reckoning;
  /** what actions would do; an action has its place here */
  previews?: Preview[];
  /** how the cards of caches would lie, by their ids and the slots of cells */
  casts?: Record<string, Record<string, Cast>>;
}

/** A board: shapes below, cells that are buttons above. */
export interface PlacePlan extends scene.PlacePlan {
  shapes: Drawn[];
}

/** A part of the table; with a seat it is a player's rug. */
export interface Zone extends scene.Zone {
  groups: Group[];
}
