// Written by `python -m tests.scene_types` from widgets/page/drawing_types.py; change it there.

/** Portrait of a person. Persons with the same name have the same face everywhere. */
export interface Portrait {
  name: string;
  /** Object that the person holds. */
  prop?: string;
  /** Number of the beard, none if it is missing. */
  beard?: number;
}

/** Part of a picture in a box of 100 by 82 units: an object that page/drawing.js can draw, an icon, or a path. Further
 * keys are properties of an object, for example colour, rim, value and points. */
export interface Shape {
  /** Name of an object in page/kit.js. */
  thing?: string;
  /** Name of an icon. */
  icon?: string;
  /** SVG path data. */
  path?: string;
  /** Centre in the box. */
  at?: number[];
  /** Scale factor. */
  size?: number;
  /** Rotation in degrees. */
  turn?: number;
  fill?: string;
  stroke?: string;
  width?: number;
  opacity?: number;
  [further: string]: any;
}

/** Picture of a card: a portrait, individual shapes, the shapes of its kind, or an icon in its tone. */
export interface CardImage {
  person?: Portrait;
  /** Own shapes that replace the picture of the kind. */
  art?: Shape[];
  /** Key of `GameTheme.kinds`. */
  kind?: string;
  icon?: string;
  /** Name of a colour. */
  tone?: string;
}

/** Colours and picture of a kind of card. */
export interface KindTheme {
  /** Dark colour. White text on it must be readable. */
  deep: string;
  /** Light colour. */
  bright: string;
  /** Shapes of the picture. */
  art?: Shape[];
}

/** Colours and emblem of the back of cards. */
export interface CardBack {
  deep: string;
  bright: string;
  /** Name of an icon. */
  emblem?: string;
}

/** Icons, kinds and card backs that the table of a game draws. */
export interface GameTheme {
  /** Name -> SVG path data in a box of 24 by 24. */
  icons: Record<string, string>;
  /** Colours and picture of each kind of card. */
  kinds: Record<string, KindTheme>;
  /** Colours and emblem of each card back. */
  backs: Record<string, CardBack>;
}
