// Written by `python -m tests.scene_types` from widgets/table/scene_types.py; change it there.

import * as drawing_types from "../page/drawing_types.d.ts";
import * as summary_types from "./summary_types.d.ts";

/** A shape of a plan. Further keys are attributes of its SVG element. */
export interface MapShape {
  tag: string;
  text?: string;
  [further: string]: any;
}

/** A reason; `cuts` are the places where what is so now begins, and what would help. */
export interface RefusalReason {
  text: string;
  rule: string;
  cuts?: number[];
}

/** Why a card may not lie on these cells. */
export interface BlockedCellsReason extends RefusalReason {
  at: string[];
}

/** An action that a card offers at other times, and why not now. */
export interface BlockedAction {
  label: string;
  why: RefusalReason;
}

/** A value of a card, drawn as dots where it has a most. */
export interface CardStat {
  letter?: string;
  label?: string;
  value?: number | string;
  of?: number;
  icon?: string;
}

/** As many places as there may be, and how many are taken. */
export interface Slots {
  icon?: string;
  of?: number;
  full?: number;
}

/** What is so now, and what would be or came. */
export interface ValueChange {
  from?: string | number | null;
  to?: string | number | null;
  icon?: string;
  label?: string;
  text?: string;
}

/** A card, a piece or a cell. */
export interface Card extends drawing_types.CardImage {
  id: string;
  /** what it is wherever it lies, so that the page can show where it went; the end of its id, unless given */
  key?: string;
  name?: string;
  caption?: string;
  /** the number that it shows; of a pile how many lie there */
  big?: string | number | null;
  unit?: string;
  text?: string;
  skills?: CardStat[];
  /** how many of them lie here; of a cell 0: it holds none of its card, so that one sinks onto it */
  count?: number;
  /** the back that is seen */
  back?: string;
  pile?: boolean;
  /** it lies elsewhere, too, and goes from there */
  copy?: boolean;
  /** what it costs: dimmed where what is typed leaves less */
  cost?: number;
  /** whether it offers actions; `why` says why not */
  state?: "play" | "dim";
  /** numbers of the actions that it offers */
  does?: number[];
  why?: RefusalReason;
  /** what it is for */
  rule?: string;
  /** what lies under it, or in it */
  list?: string[];
  /** the cards of this list, where they lie under it */
  below?: drawing_types.CardImage[];
  refused?: BlockedAction[];
  /** cells that take it, if any: a card that is laid on one has this, even an empty one */
  fits?: string[];
  /** of these, those on which one may go on */
  good?: string[];
  barred?: BlockedCellsReason[];
  places?: Slots;
}

/** A place of a plan: a card at a place, in the measures of the plan. */
export interface MapCell extends Card {
  x?: number;
  y?: number;
  w?: number;
  h?: number;
  slot?: string;
}

/** A board: shapes below, cells that are buttons above. */
export interface CellMap {
  /** width and height of its measures */
  view: number[];
  shapes: MapShape[];
  cells: MapCell[];
}

/** Things of one place, in a row, on a plan, or in a look that games bring (table/renderers.js). */
export interface Group {
  id: string;
  label?: string;
  note?: string;
  at?: "hand";
  /** its name where one group of the zone is shown at a time */
  tab?: string;
  look?: string;
  small?: boolean;
  /** what is said where nothing lies */
  empty?: string;
  items?: Card[];
  board?: CellMap;
  /** what stands before the row */
  head?: Card;
}

/** A number beside a name. */
export interface PlayerFact {
  id?: string;
  icon?: string;
  label: string;
  value: number | string;
  of?: number | null;
  tone?: string;
  /** where the value comes from */
  origin?: string;
  /** what will follow from it */
  warns?: string;
  /** the points at the end */
  score?: boolean;
  /** what it gains or loses without another seat comes from the bank, or goes there */
  bank?: boolean;
}

/** A part of the table; with a seat it is a player's rug. */
export interface Zone {
  id: string;
  area: "others" | "middle" | "mine";
  title: string;
  now?: boolean;
  seat?: number;
  /** what stands beside the name, in place of who plays */
  says?: string;
  look?: string;
  /** groups of which one is shown at a time, where there is little room */
  tabs?: string[];
  facts: PlayerFact[];
  groups: Group[];
}

/** What is wanted comes up in `weight` of `total`. */
export interface SuccessChance {
  label: string;
  weight: number;
  total: number;
  percent: string;
  share: number;
}

/** An action that is offered. */
export interface ActionOffer {
  n: number;
  label: string;
  note?: string;
  /** the card, cell or zone that it is aimed at */
  to?: string;
  lead?: boolean;
  chance?: SuccessChance;
}

/** An action, and the things that it takes: one twice if it takes two of them. */
export interface MultiSelectOption {
  n: number;
  ids: string[];
}

/** Actions that take several things: these are touched one after the other. */
export interface MultiSelect {
  label?: string;
  of: MultiSelectOption[];
}

/** A button for what is not an action of the game; sent back but for its label. */
export interface RequestButton {
  do: string;
  label: string;
  lead?: boolean;
  /** the action that it does again and again */
  n?: number;
  step?: number;
  seat?: number;
  dialog?: string;
  values?: Record<string, any>;
}

/** One outcome: its chance as a fraction, in words, in per cent, as a length. */
export interface OutcomeBar {
  label: string;
  icon?: string;
  tone?: string;
  p?: string;
  ways?: string;
  percent?: string;
  share?: number;
}

/** What may be guessed before chance decides, and its chance; of what has come, whether it did. */
export interface ForecastQuestion {
  label: string;
  share: number;
  percent: string;
  hit?: boolean;
}

/** Values on one axis. */
export interface ValueAxisChart {
  rows: AxisValue[];
  unit: string;
}

/** A value on an axis; `sure`: it is no mean, `gain`: more is better. */
export interface AxisValue {
  label?: string;
  value?: number;
  shown?: string;
  text?: string;
  sure?: boolean;
  gain?: boolean;
}

/** A value of an outcome, as it is sent back. */
export interface OutcomeOption {
  value?: string;
  label?: string;
  group?: string;
}

/** One of the parts that an outcome is chosen by. */
export interface OutcomeSelector {
  label: string;
  options: OutcomeOption[];
}

/** What chance may decide; what came of it where it has `at`. */
export interface Odds {
  title?: string;
  text?: string;
  axis?: ValueAxisChart;
  chance?: SuccessChance;
  /** it stands below what is due */
  aside?: boolean;
  bars?: OutcomeBar[];
  /** what was drawn */
  card?: Card;
  /** the bar, or the place of a game's own picture, that chance chose */
  at?: number;
  /** the step at which it came */
  step?: number;
  /** its title until it has come */
  due?: string;
  call?: ForecastQuestion;
  choose?: OutcomeSelector[];
  /** the same chance as a line for the Builder */
  model?: string;
}

/** The end of a game. */
export interface GameResult {
  rows: summary_types.SeatScore[];
  more: summary_types.ValueRowSection[];
  curve?: summary_types.ScoreHistory;
  luck?: summary_types.SeatLuck[];
  review: summary_types.ReviewPanel;
}

/** The goal of a first game. */
export interface TutorialPanel {
  n?: number;
  of?: number;
  title?: string;
  text?: string;
  met?: boolean;
  rule?: string;
  /** ids of cards, or "odds" */
  lit?: string[];
  acts?: number[];
  /** ids of what the goal speaks of, and nothing is done with */
  look?: string[];
  since?: string;
  /** the same at length, line by line */
  passed?: string[];
  /** the title of the goal before */
  before?: string;
  /** the number of the goal that is open while an earlier one is read */
  reading?: number;
  /** what a rule has said, where that was the goal */
  refusal?: string;
  next?: string;
  /** an address */
  riddles?: string;
  /** the address of a game of one's own, with as many seats */
  table?: string;
  /** of all goals */
  titles?: string[];
}

/** A position as its table shows it. What comes from the game: `Board.layout`; the rest: `Table`. */
export interface Scene {
  game: string;
  title: string;
  layout: "hand" | "board";
  facts: string[];
  ask: string;
  /** its language, where it is no sentence of the game */
  askLang?: string;
  askRule: string;
  zones: Zone[];
  actions: ActionOffer[];
  /** actions that stand beside the question */
  bar: number[];
  sets?: MultiSelect;
  odds: Odds[];
  agenda: string[];
  step?: number;
  steps?: number;
  names?: string[];
  roles?: string[];
  viewer?: number;
  everything?: boolean;
  pause?: string;
  asked?: number | null;
  kind?: "decision" | "chance" | "end";
  known?: string;
  controls?: RequestButton[];
  hint?: string;
  came?: Odds | null;
  /** what may be guessed of the chance step that is due */
  call?: ForecastQuestion;
  /** the next step needs nobody here */
  auto?: boolean;
  /** what is due, or has just come up, is done to the viewer: it is looked at before others go on */
  held?: boolean;
  moments?: summary_types.EventSummary[];
  /** in the order in which it was paid, by the steps whose `moments` these are */
  paid?: summary_types.Payment[];
  rivals?: summary_types.OpponentActionList[];
  undo?: boolean;
  undoWhy?: string;
  lines?: summary_types.VariationSummary[];
  line?: number;
  since?: number;
  /** the step before all that the last click has brought; `step`, where no click has led here */
  began?: number;
  /** rules met, and rules in all */
  met?: number[];
  /** what is read out */
  live?: string;
  /** which game this is */
  born?: number | string;
  reckoning?: GameResult;
  past?: string;
  was?: summary_types.RecordedChoice;
  coach?: TutorialPanel;
}
