// Written by `python -m tests.scene_types` from widgets/games/wishes/board/scene_types.py; change it there.

import * as scene from "../../../table/scene.d.ts";

/** Places of a wish; `other`: those that something else has filled. */
export interface Slots extends scene.Slots {
  other?: number;
}

/** What a mood does; `off`: not now. */
export interface MoodEffectLine {
  icon?: string;
  text?: string;
  off?: boolean;
}

/** What a seat gets. */
export interface SeatGain {
  seat: number;
  text: string;
}

/** What an action does at once to the place it is aimed at. */
export interface PlacementEffect {
  adds?: number;
  closes?: boolean;
  pays?: SeatGain[];
}

/** An action that lays a card at a wish. */
export interface ActionOffer extends scene.ActionOffer {
  brings?: PlacementEffect;
}

/** Panels of the wall, lanes of the chart, the sign of the mood. */
export interface Card extends scene.Card {
  places?: Slots;
  /** an icon beside the number */
  sign?: string;
  pawns?: number[];
  /** shares of what may still come to a lane, over 0, 1, 2, ... */
  heap?: number[];
  sure?: number;
  rank?: number;
  lines?: MoodEffectLine[];
  /** how many moods there are, and at which of them it is */
  of?: number;
  at?: number;
}

/** A place of a plan: a card at a place, in the measures of the plan. */
export interface MapCell extends scene.MapCell {
  places?: Slots;
}

/** A board: shapes below, cells that are buttons above. */
export interface CellMap extends scene.CellMap {
  cells: MapCell[];
}

/** Things of one place, in a row, on a plan, or in a look that games bring (table/renderers.js). */
export interface Group extends scene.Group {
  items?: Card[];
  board?: CellMap;
  head?: Card;
}

/** A part of the table; with a seat it is a player's rug. */
export interface Zone extends scene.Zone {
  groups: Group[];
}

/** What chance may decide; what came of it where it has `at`. */
export interface Odds extends scene.Odds {
  card?: Card;
}

/** A position as its table shows it. What comes from the game: `Board.layout`; the rest: `Table`. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  actions: ActionOffer[];
  odds: Odds[];
  came?: Odds | null;
}
