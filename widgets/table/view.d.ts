// What the scripts of a table share: the view (class View of table.js), and what looks may ask of it. The scene itself
// is in scene.d.ts.

import type { CardImage, GameTheme } from "../page/drawing_types.d.ts";
import type { KernelClient } from "../page/client.js";
import type { ActionPreview } from "./messages.d.ts";
import type { ForecastTracker } from "./forecast.js";
import type { Dialog } from "./dialog.js";
import type { Animator } from "./animator.js";
import type { HistoryPanel } from "./history.js";
import type { Sound } from "./sound.js";
import type { ElementCache } from "./zones.js";
import type { DayBots, ReviewProgress } from "./summary_types.d.ts";
import type { ActionOffer, BlockedCellsReason, Card, Group, MapCell, Odds, RefusalReason, Scene } from "./scene.d.ts";

/** What can be chosen; a fact among them says only what it is. */
export interface Selectable extends MapCell {
  fact?: boolean;
}

/** The way of one card: from and to which thing; its name, where it comes to lie `under` that, or its picture, where it
 * comes `fromPile` that. */
export interface CardFlight {
  from: string;
  to: string;
  under?: string;
  fromPile?: CardImage & { name: string };
}

export interface TableView {
  theme: GameTheme;
  icons: GameTheme["icons"];
  scene: Scene;
  /** another step, only to look at */
  peekedScene: Scene | null;
  /** the one of these that is drawn */
  drawnScene: Scene;
  cards: Map<string, Selectable>;
  /** thing -> the zone that it lies in */
  zoneByCard: Map<string, string>;
  actions: Map<number, ActionOffer>;
  previewByAction: Map<number, ActionPreview | null>;
  tabs: Map<string, { id?: string; card?: string; step?: number }>;
  selectedId: string | null;
  /** the player tile that is open */
  openZoneId: string | null;
  /** things of a choice of several, one after the other */
  selectedItemIds: string[];
  previewedActionNumber: number | null;
  confirmableActionNumber: number | null;
  changedIds: Set<string>;
  summaryIndex: number;
  reviewProgress?: ReviewProgress;
  /** Where the game of this page is saved. */
  store: string;
  /** Keys of the open disclosures. */
  open: Set<string>;
  /** Results of the bots on the deal of the day so far, and the date for which they were requested. */
  dayBots?: DayBots;
  askedDayBots?: string;
  loadSavedGame(key: string): unknown;
  pendingScene?: Scene | null;
  /** the card or cell that was touched last */
  touchedId?: string | null;
  /** whether the words above the table have been read */
  hasReadIntro?: boolean;
  /** what goes on by itself */
  autoPlayTimer: number;
  selectedCardRefusal?: RefusalReason;
  /** whether the stage shows what an action would do */
  hasPanelPreview?: boolean;
  isFullPage: boolean;
  playbackSpeed: string;
  isPlacing?: boolean;
  peekedStep?: number;
  previousReviewText?: string;
  address?: string;
  model: any;
  client: KernelClient;
  dialog: Dialog;
  forecasts: ForecastTracker;
  animator: Animator;
  sound: Sound;
  history: HistoryPanel;
  elementCache: ElementCache;
  abortController: AbortController;

  page: HTMLElement;
  root: HTMLElement;
  /** things that have been called by the words that they show */
  namedElements: WeakSet<Element>;
  headerEl: HTMLElement;
  noticeEl: HTMLElement;
  canvasEl: HTMLElement;
  opponentsEl: HTMLElement;
  centerEl: HTMLElement;
  ownEl: HTMLElement;
  tutorialEl: HTMLElement;
  questionEl: HTMLElement;
  undoEl: HTMLElement;
  handEl: HTMLElement;
  mainPanelEl: HTMLElement;
  logEl: HTMLElement;
  timelineEl: HTMLElement;
  liveEl: HTMLElement;
  fileInput: HTMLInputElement;

  sendRequest(message: { do: string; [value: string]: unknown }): void;
  playAction(n: number): void;
  previewOrPlay(n: number): void;
  /** an action of this number; one that is asked for in the dock is called by its game */
  actionByNumber(n: number | null): ActionOffer | undefined;
  onActionClick(n: number, event: PointerEvent, where?: string): void;
  showPreview(n: number | null): void;
  updateMainPanelPreview(action: ActionOffer | null): void;
  selectCard(id: string, byKey?: boolean, told?: RefusalReason): void;
  reportRefusal(why: RefusalReason): void;
  reportReasonRead(id: string, why: RefusalReason | undefined): void;
  refreshLayout(resized?: boolean): void;
  showNotice(message: { text?: string; lost?: boolean }): void;
  announce(text: string): void;
  openDialog(dialog: string, preset?: object): void;
  setProjectorMode(on: boolean): void;
  loadItem(key: string): string | null;
  saveItem(key: string, value: string): void;
  resumeAutoPlay(): void;
  draw(): void;
  refreshScene(): void;
  focusKey(key: string): void;

  /** the element with this key */
  elementByKey(key: string, more?: string): any;
  /** the action of the selected card that is aimed at this place */
  actionOnTarget(id: string): ActionOffer | null;
  /** why the selected card may not go there */
  blockedCellReason(id: string): BlockedCellsReason | null;
  canAcceptSelected(id: string): boolean;
  /** a card or a cell as a button */
  drawCardButton(card: Card, kind: string, extra: object, ...kids: unknown[]): HTMLElement;
  drawStaticCard(card: Card, cls: string): HTMLElement;
  drawPawn(seat: number): HTMLElement;
  cardColourStyle(card: { kind?: string; tone?: string }): string;
  createButton(label: string | number, key: string, run: (event: any) => void, props?: object): HTMLButtonElement;
  createRuleButton(id: string, key: string): HTMLButtonElement;
  drawDisclosure(key: string, label: string, ...kids: unknown[]): HTMLDetailsElement;
  makeRovingTabStop(row: HTMLElement): HTMLElement;
}

/** What a piece of a group's look shows. */
export type CardRenderer<Own = Card> = (view: TableView, card: Own) => unknown;
/** What stands in a group, in place of a row. */
export type GroupRenderer<Own = Group> = (view: TableView, group: Own) => HTMLElement;
/** A picture of odds that have a certain key. */
export type OddsRenderer<Own = Odds> = (view: TableView, odds: Own) => unknown;
/** What an action that has a certain key would do, on the stage. */
export type PreviewRenderer<Own = ActionOffer> = (view: TableView, action: Own) => HTMLElement;
