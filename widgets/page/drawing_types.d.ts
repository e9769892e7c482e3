// Written by `python -m tests.scene_types` from widgets/page/drawing_types.py; change it there.

/** Somebody with a face; the same name is the same face everywhere. */
export interface Portrait {
  name: string;
  /** a thing held */
  prop?: string;
  beard?: number;
}

/** A part of a picture in a box of 100 by 82: a thing that page/drawing.js can draw, an icon, or a path. Further keys
 * say how a thing looks: colour, rim, value, points and the like. */
export interface Shape {
  thing?: string;
  icon?: string;
  path?: string;
  at?: number[];
  size?: number;
  turn?: number;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  [further: string]: any;
}

/** What has a picture: a face, shapes of its own, those of its kind, or an icon in the colours of its tone. */
export interface CardImage {
  person?: Portrait;
  /** in place of the kind's own picture */
  art?: Shape[];
  /** a row of the board's look */
  kind?: string;
  icon?: string;
  tone?: string;
}

/** Colours and picture of a kind of card; `deep` must carry white text. */
export interface KindTheme {
  deep: string;
  bright: string;
  art?: Shape[];
}

/** Colours and emblem of a back of cards. */
export interface CardBack {
  deep: string;
  bright: string;
  /** an icon */
  emblem?: string;
}

/** What a game's table draws with. */
export interface GameTheme {
  /** name -> SVG path data in a box of 24 by 24 */
  icons: Record<string, string>;
  kinds: Record<string, KindTheme>;
  backs: Record<string, CardBack>;
}
