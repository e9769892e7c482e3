// What the scripts of a table share: the view (class View of table.js), and what looks may ask of it. The scene itself
// is in scene.d.ts.

import type { GameTheme, CardImage } from "../page/drawing_types.d.ts";
import type { KernelClient } from "../page/client.js";
import type { ActionPreview } from "./messages.d.ts";
import type { ForecastTracker } from "./forecast.js";
import type { Dialog } from "./dialog.js";
import type { Animator } from "./animator.js";
import type { HistoryPanel } from "./history.js";
import type { Sound } from "./sound.js";
import type { ElementCache } from "./zones.js";
import type { ReviewProgress } from "./summary_types.d.ts";
import type { BlockedCellsReason, Card, MapCell, Group, Odds, ActionOffer, Scene, RefusalReason } from "./scene.d.ts";

/** What can be chosen; a fact among them says only what it is. */
export interface Selectable extends MapCell {
  fact?: boolean;
}

/** The way of one card: from and to which thing; its name, where it comes to lie `under` that, or its picture, where it
 * comes `outOf` that. */
export interface CardFlight {
  from: string;
  to: string;
  under?: string;
  outOf?: CardImage & { name: string };
}

export interface View {
  look: GameTheme;
  icons: GameTheme["icons"];
  scene: Scene;
  /** another step, only to look at */
  preview: Scene | null;
  /** the one of these that is drawn */
  shown: Scene;
  cards: Map<string, Selectable>;
  /** thing -> the zone that it lies in */
  homes: Map<string, string>;
  actions: Map<number, ActionOffer>;
  aheads: Map<number, ActionPreview | null>;
  tabs: Map<string, { id?: string; card?: string; step?: number }>;
  selected: string | null;
  /** things of a choice of several, one after the other */
  taken: string[];
  foreseen: number | null;
  armed: number | null;
  changed: Set<string>;
  moment: number;
  found?: ReviewProgress;
  falling?: Scene | null;
  /** the card or cell that was touched last */
  pointed?: string | null;
  /** whether the words above the table have been read */
  introduced?: boolean;
  /** what goes on by itself */
  soon: number;
  because?: RefusalReason;
  /** whether the stage shows what an action would do */
  ahead?: boolean;
  inPage: boolean;
  pace: string;
  placing?: boolean;
  peekStep?: number;
  foundBefore?: string;
  address?: string;
  model: any;
  client: KernelClient;
  dialog: Dialog;
  calls: ForecastTracker;
  motion: Animator;
  sound: Sound;
  past: HistoryPanel;
  drawn: ElementCache;
  stop: AbortController;

  page: HTMLElement;
  root: HTMLElement;
  /** things that have been called by the words that they show */
  labelled: WeakSet<Element>;
  head: HTMLElement;
  strip: HTMLElement;
  cloth: HTMLElement;
  others: HTMLElement;
  middle: HTMLElement;
  mine: HTMLElement;
  coach: HTMLElement;
  ask: HTMLElement;
  undo: HTMLElement;
  hand: HTMLElement;
  odds: HTMLElement;
  log: HTMLElement;
  time: HTMLElement;
  live: HTMLElement;
  file: HTMLInputElement;

  send(message: { do: string; [value: string]: unknown }): void;
  act(n: number): void;
  touch(n: number): void;
  /** an action of this number; one that is asked for in the dock is called by its game */
  actionOf(n: number | null): ActionOffer | undefined;
  commit(n: number, event: PointerEvent, where?: string): void;
  foresee(n: number | null): void;
  lookAhead(action: ActionOffer | null): void;
  select(id: string, byKey?: boolean, told?: RefusalReason): void;
  refused(why: RefusalReason): void;
  triedAt(id: string, why: RefusalReason | undefined): void;
  point(resized?: boolean): void;
  notice(message: { text?: string; lost?: boolean }): void;
  say(text: string): void;
  dialogFor(dialog: string): void;
  enlarge(on: boolean): void;
  recall(key: string): string | null;
  remember(key: string, value: string): void;
  goOn(): void;
  draw(): void;
  veil(): void;
  focus(key: string): void;

  /** the element with this key */
  at(key: string, more?: string): any;
  /** the action of the selected card that is aimed at this place */
  aimed(id: string): ActionOffer | null;
  /** why the selected card may not go there */
  barred(id: string): BlockedCellsReason | null;
  fits(id: string): boolean;
  /** a card or a cell as a button */
  place(card: Card, kind: string, extra: object, ...kids: unknown[]): HTMLElement;
  face(card: Card, cls: string): HTMLElement;
  pawn(seat: number): HTMLElement;
  colours(card: { kind?: string; tone?: string }): string;
  button(label: string | number, key: string, run: (event: any) => void, props?: object): HTMLButtonElement;
  ruleButton(id: string, key: string): HTMLButtonElement;
  fold(key: string, label: string, ...kids: unknown[]): HTMLDetailsElement;
  oneStop(row: HTMLElement): HTMLElement;
}

/** What a piece of a group's look shows. */
export type CardRenderer<Own = Card> = (view: View, card: Own) => unknown;
/** What stands in a group, in place of a row. */
export type GroupRenderer<Own = Group> = (view: View, group: Own) => HTMLElement;
/** A picture of odds that have a certain key. */
export type OddsRenderer<Own = Odds> = (view: View, odds: Own) => unknown;
/** What an action that has a certain key would do, on the stage. */
export type PreviewRenderer<Own = ActionOffer> = (view: View, action: Own) => HTMLElement;
