// Written by `python -m tests.scene_types` from widgets/table/scene_types.py; change it there.

import * as drawing_types from "../page/drawing_types.d.ts";
import * as summary_types from "./summary_types.d.ts";

/** Shape of a map. Further keys are attributes of its SVG element. */
export interface MapShape {
  /** Name of the SVG element. */
  tag: string;
  text?: string;
  [further: string]: any;
}

/** Reason of a refusal. */
export interface RefusalReason {
  text: string;
  /** Id of the rule. */
  rule: string;
  /** Positions in the text at which the present value and the remedy begin. */
  cuts?: number[];
}

/** Reason why a card cannot be placed on some cells. */
export interface BlockedCellsReason extends RefusalReason {
  /** Ids of the cells. */
  at: string[];
}

/** Action of a card that is illegal now, with the reason. */
export interface BlockedAction {
  label: string;
  why: RefusalReason;
}

/** Value of a card. With a maximum, it is drawn as dots. */
export interface CardStat {
  letter?: string;
  label?: string;
  value?: number | string;
  /** Maximum. */
  of?: number;
  icon?: string;
}

/** Number of slots, and how many of them are filled. */
export interface Slots {
  icon?: string;
  /** Number of slots. */
  of?: number;
  /** Number of filled slots. */
  full?: number;
}

/** Value before and after a change. */
export interface ValueChange {
  from?: string | number | null;
  to?: string | number | null;
  icon?: string;
  label?: string;
  text?: string;
}

/** Card, piece or cell. */
export interface Card extends drawing_types.CardImage {
  id: string;
  /** Identity of the card in every place, so that the page can animate its move. The default is the end of the id. */
  key?: string;
  name?: string;
  caption?: string;
  /** Number on the card. For a pile, the number of cards. */
  big?: string | number | null;
  /** Unit of `big`. */
  unit?: string;
  text?: string;
  /** Values that are drawn on the card. */
  skills?: CardStat[];
  /** Number of equal cards. A cell with 0 has none of its card, so that a card can be moved onto it. */
  count?: number;
  /** Key of the visible card back. */
  back?: string;
  /** Whether it is a pile. */
  pile?: boolean;
  /** Whether the same card is also in another place. Moves start from that place. */
  copy?: boolean;
  /** Price. The card is dimmed if the typed amount leaves less. */
  cost?: number;
  /** Whether it has actions. If it is dimmed, `why` is the reason. */
  state?: "play" | "dim";
  /** Numbers of its actions. */
  does?: number[];
  why?: RefusalReason;
  /** Id of the rule that explains the card. */
  rule?: string;
  /** Names of the cards below it or in it. */
  list?: string[];
  /** Images of the cards below it. */
  below?: drawing_types.CardImage[];
  /** Actions that are illegal now. */
  refused?: BlockedAction[];
  /** Ids of cells on which the card can be placed. A card that is placed on cells has this key even if it is empty. */
  fits?: string[];
  /** Ids of those cells in `fits` from which the turn can continue. */
  good?: string[];
  /** Reasons for cells on which the card cannot be placed. */
  barred?: BlockedCellsReason[];
  /** Slots on the card. */
  places?: Slots;
}

/** Cell of a map: a card with a place in map coordinates. */
export interface MapCell extends Card {
  x?: number;
  y?: number;
  w?: number;
  h?: number;
  /** Name of the cell that does not depend on its card. */
  slot?: string;
}

/** Map: shapes, and cells above them that are buttons. */
export interface CellMap {
  /** Width and height in map coordinates. */
  view: number[];
  shapes: MapShape[];
  cells: MapCell[];
}

/** Items at one place of the table, drawn in a row, on a map, or by a renderer of the game (table/renderers.js). */
export interface Group {
  id: string;
  label?: string;
  note?: string;
  /** "hand" if the group is the hand of the viewer. */
  at?: "hand";
  /** Name of its tab, if the zone shows one group at a time. */
  tab?: string;
  /** Name of its layout. */
  look?: string;
  small?: boolean;
  /** Text that is displayed if there are no items. */
  empty?: string;
  items?: Card[];
  board?: CellMap;
  /** Card in front of the row. */
  head?: Card;
}

/** Number next to the name of a player. */
export interface PlayerFact {
  id?: string;
  icon?: string;
  label: string;
  value: number | string;
  /** Maximum or goal. */
  of?: number | null;
  /** Name of a colour. */
  tone?: string;
  /** Source of the value. */
  origin?: string;
  /** Consequence of the value that the player should expect. */
  warns?: string;
  /** Whether it is the final score. */
  score?: boolean;
  /** Whether changes without another seat are payments from or to the bank. */
  bank?: boolean;
}

/** Part of the table. A zone with a seat is the area of this player. */
export interface Zone {
  id: string;
  area: "others" | "middle" | "mine";
  title: string;
  /** Whether the player has to choose. */
  now?: boolean;
  seat?: number;
  /** Text next to the name, instead of the kind of player. */
  says?: string;
  /** Name of its layout. */
  look?: string;
  /** Ids of groups that become tabs if there is little room. */
  tabs?: string[];
  facts: PlayerFact[];
  groups: Group[];
}

/** Probability of a desired result: `weight` out of `total`. */
export interface SuccessChance {
  label: string;
  weight: number;
  total: number;
  /** Probability as text in percent. */
  percent: string;
  /** Probability as a number from 0 to 1. */
  share: number;
}

/** Legal action. */
export interface ActionOffer {
  /** Number of the action. */
  n: number;
  label: string;
  note?: string;
  /** Id of the card, cell or zone that is its target. */
  to?: string;
  /** Whether its button is emphasized. */
  lead?: boolean;
  chance?: SuccessChance;
}

/** Action and the cards that it takes. If the action takes a card twice, the card is listed twice. */
export interface MultiSelectOption {
  /** Number of the action. */
  n: number;
  ids: string[];
}

/** Actions that take several cards. The player selects the cards one after the other. */
export interface MultiSelect {
  label?: string;
  of: MultiSelectOption[];
}

/** Button for a request that is not an action of the game. The page sends all keys except the label. */
export interface RequestButton {
  /** Name of the request. */
  do: string;
  label: string;
  /** Whether the button is emphasized. */
  lead?: boolean;
  /** Number of the action that it repeats. */
  n?: number;
  step?: number;
  seat?: number;
  dialog?: string;
  values?: Record<string, any>;
}

/** Curtain in front of the next person at this screen. */
export interface ClosedCurtain {
  /** Sentence that says who should look. */
  text: string;
  /** Label of the button that opens the curtain. */
  open: string;
}

/** Outcome with its probability as fraction, in words, in percent and as the length of a bar. */
export interface OutcomeBar {
  label: string;
  icon?: string;
  tone?: string;
  /** Probability as a fraction. */
  p?: string;
  /** Number of ways in words. */
  ways?: string;
  percent?: string;
  /** Length of the bar, from 0 to 1. */
  share?: number;
}

/** Event that the player predicts before the outcome is known, with the probability of the event. */
export interface ForecastQuestion {
  label: string;
  share: number;
  /** Whether the event occurred. The key is missing before the outcome. */
  hit?: boolean;
}

/** Values on one axis. */
export interface ValueAxisChart {
  rows: AxisValue[];
  unit: string;
}

/** Value on an axis. */
export interface AxisValue {
  label?: string;
  value?: number;
  /** Value as text. */
  shown?: string;
  text?: string;
  /** Whether the value is certain. Otherwise it is a mean. */
  sure?: boolean;
  /** Whether larger is better. */
  gain?: boolean;
}

/** Possible value of a part of an outcome. The page sends the selected value back. */
export interface OutcomeOption {
  value?: string;
  label?: string;
  group?: string;
}

/** Control that selects a part of an outcome. */
export interface OutcomeSelector {
  label: string;
  options: OutcomeOption[];
}

/** Odds of a chance step. If the outcome is known, they contain it as `at`. */
export interface Odds {
  title?: string;
  text?: string;
  axis?: ValueAxisChart;
  chance?: SuccessChance;
  /** Whether they are displayed below the pending odds. */
  aside?: boolean;
  bars?: OutcomeBar[];
  /** Card that was drawn. */
  card?: Card;
  /** Number of the bar that came, or of the place in a picture of the game. */
  at?: number;
  /** Step at which the outcome came. */
  step?: number;
  /** Title while the outcome is pending. */
  due?: string;
  /** Forecast question about the outcome. */
  call?: ForecastQuestion;
  /** Controls that select an outcome. */
  choose?: OutcomeSelector[];
  /** Same odds as a chance model for the Builder. */
  model?: string;
}

/** Result of a game. */
export interface GameResult {
  rows: summary_types.SeatScore[];
  /** Further tables below the scores. */
  more: summary_types.ValueRowSection[];
  /** Points over the steps. */
  curve?: summary_types.ScoreHistory;
  /** Luck of each seat. */
  luck?: summary_types.SeatLuck[];
  review: summary_types.ReviewPanel;
  /** Own result and results of bots in a deal of the day. */
  day?: summary_types.DayResult;
}

/** Goal of the tutorial. */
export interface TutorialPanel {
  /** Number of the goal, counted from 1. */
  n?: number;
  /** Number of goals. */
  of?: number;
  title?: string;
  text?: string;
  /** Whether the goal is reached. */
  met?: boolean;
  /** Id of the rule that the goal teaches. */
  rule?: string;
  /** Ids of highlighted cards with an action. "odds" highlights the odds. */
  lit?: string[];
  /** Numbers of highlighted actions. */
  acts?: number[];
  /** Ids of elements that the goal mentions and that have no action. */
  look?: string[];
  /** Summary of the events since the previous goal. While an earlier goal is open, its instruction. */
  since?: string;
  /** Events since the previous goal, one line each. */
  passed?: string[];
  /** Title of the previous goal. */
  before?: string;
  /** Number of an earlier goal that the learner has opened. */
  reading?: number;
  /** Text of a refusal, if the goal was to get it. */
  refusal?: string;
  /** Title of the next goal, or "". */
  next?: string;
  /** Address of the quiz after the last goal. */
  riddles?: string;
  /** Address of a free game with the same number of seats. */
  table?: string;
  /** Titles of all goals. */
  titles?: string[];
}

/** Position as displayed on its table. `Board.build_scene` sets the keys that depend on the game. `Table` sets the
 * other keys. */
export interface Scene {
  /** Id of the game. */
  game: string;
  title: string;
  /** Whether the table is built around hands or around a board. */
  layout: "hand" | "board";
  /** Texts in the header. */
  facts: string[];
  /** Question that is open. */
  ask: string;
  /** Language of the question, if it is not a sentence of the game. */
  askLang?: string;
  /** Id of the rule of the question. */
  askRule: string;
  zones: Zone[];
  actions: ActionOffer[];
  /** Numbers of the actions next to the question. */
  bar: number[];
  /** Actions that take several cards. */
  sets?: MultiSelect;
  /** Odds of this step. */
  odds: Odds[];
  /** Names of the next steps. */
  agenda: string[];
  /** Number of choices before this position. */
  step?: number;
  /** Number of choices in the variation. */
  steps?: number;
  /** Names of the players by seat. */
  names?: string[];
  /** Kind of player of each seat: a person, or the name of a bot. */
  roles?: string[];
  /** Seat whose knowledge is displayed. */
  viewer?: number;
  /** Whether hidden cards are displayed. */
  everything?: boolean;
  /** Setting that says at which chance steps the game stops. */
  pause?: string;
  /** Seat that has to choose. */
  asked?: number | null;
  kind?: "decision" | "chance" | "end";
  /** Sentence that says whose knowledge the odds use. */
  known?: string;
  controls?: RequestButton[];
  /** Suggestion of a bot. */
  hint?: string;
  /** Odds and outcome of the last chance step since the last choice. */
  came?: Odds | null;
  /** Forecast question about the pending chance step. */
  call?: ForecastQuestion;
  /** Whether the next step needs no person. */
  auto?: boolean;
  /** Whether the pending or last step concerns the viewer, so that the game waits before others continue. */
  held?: boolean;
  /** Event summaries since the last choice. */
  moments?: summary_types.EventSummary[];
  /** Payments in order, in the same steps as `moments`. */
  paid?: summary_types.Payment[];
  /** Actions of the opponents since the last choice. */
  rivals?: summary_types.OpponentActionList[];
  /** Whether several people play this game on several devices. */
  shared?: boolean;
  /** Whether nobody can choose outcomes, begin branches or see other cards now. */
  locked?: boolean;
  /** Date of the deal of the day, such as "2026-11-30". "" for another game. */
  day?: string;
  /** Whether the last choice can be taken back. */
  undo?: boolean;
  /** Reason if it cannot be taken back. */
  undoWhy?: string;
  /** All variations. */
  lines?: summary_types.VariationSummary[];
  /** Number of the displayed variation. */
  line?: number;
  /** First step of the displayed news. */
  since?: number;
  /** Step before the last click, or `step` if no click led here. */
  began?: number;
  /** Number of rules that occurred, and number of all rules. */
  met?: number[];
  /** Text for screen readers. */
  live?: string;
  /** Identity of the game. */
  born?: number | string;
  /** Result at the end of the game. */
  reckoning?: GameResult;
  /** Sentence that says that an earlier position is displayed. */
  past?: string;
  /** Choice that was made in this earlier position. */
  was?: summary_types.RecordedChoice;
  /** Goal of the tutorial. */
  coach?: TutorialPanel;
}

/** Scene while a curtain hides the table. It contains nothing of the game except the name of the next person. */
export interface ClosedCurtainScene {
  game: string;
  title: string;
  ask: string;
  curtain: ClosedCurtain;
}
