// Written by `python -m tests.scene_types` from widgets/games/wishes/board/scene_types.py; change it there.

import * as scene from "../../../table/scene.d.ts";

/** Slots of a wish. */
export interface Slots extends scene.Slots {
  /** Number of slots that something else has filled. */
  other?: number;
}

/** Effect of a mood. */
export interface MoodEffectLine {
  icon?: string;
  text?: string;
  /** Whether the effect is not active now. */
  off?: boolean;
}

/** Gain of a seat. */
export interface SeatGain {
  seat: number;
  text: string;
}

/** Immediate effect that an action has on its target. */
export interface PlacementEffect {
  /** Number that is added. */
  adds?: number;
  /** Whether the target is completed. */
  closes?: boolean;
  /** Gains of the seats. */
  pays?: SeatGain[];
}

/** Action that places a card at a wish. */
export interface ActionOffer extends scene.ActionOffer {
  /** Immediate effect. */
  brings?: PlacementEffect;
}

/** Card of the scene: a wish, a row of the chart, or the mood. */
export interface Card extends scene.Card {
  places?: Slots;
  /** Icon next to the number. */
  sign?: string;
  /** Seats whose pawns are drawn. */
  pawns?: number[];
  /** Distribution of what can still be added to a row: the shares of 0, 1, 2, ... */
  heap?: number[];
  /** Amount that is certain. */
  sure?: number;
  /** Place of the row, counted from 1. */
  rank?: number;
  lines?: MoodEffectLine[];
  /** Number of moods. */
  of?: number;
  /** Number of the present mood, counted from 1. */
  at?: number;
}

/** Cell of a map: a card with a place in map coordinates. */
export interface MapCell extends scene.MapCell {
  places?: Slots;
}

/** Map: shapes, and cells above them that are buttons. */
export interface CellMap extends scene.CellMap {
  cells: MapCell[];
}

/** Items at one place of the table, drawn in a row, on a map, or by a renderer of the game (table/renderers.js). */
export interface Group extends scene.Group {
  items?: Card[];
  board?: CellMap;
  head?: Card;
}

/** Part of the table. A zone with a seat is the area of this player. */
export interface Zone extends scene.Zone {
  groups: Group[];
}

/** Odds of a chance step. If the outcome is known, they contain it as `at`. */
export interface Odds extends scene.Odds {
  card?: Card;
}

/** Position as displayed on its table. `Board.build_scene` sets the keys that depend on the game. `Table` sets the
 * other keys. */
export interface Scene extends scene.Scene {
  zones: Zone[];
  actions: ActionOffer[];
  odds: Odds[];
  came?: Odds | null;
}
