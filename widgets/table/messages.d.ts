// Written by `python -m tests.scene_types` from widgets/table/message_types.py; change it there.

import * as scene from "./scene.d.ts";
import * as summary_types from "./summary_types.d.ts";

/** Value of a field. The page sends the chosen value back. */
export interface FieldOption {
  value: any;
  label: string;
}

/** Control of a dialog. */
export interface DialogField {
  name: string;
  label: string;
  value?: any;
  choices?: FieldOption[];
  /** Whether the options are radio buttons. */
  radio?: boolean;
  /** Minimum of a number field. */
  least?: number;
  /** Maximum of a number field. */
  most?: number;
  /** Placeholder of an empty field. */
  hint?: string;
  /** Whether a change requests the dialog again. */
  again?: boolean;
}

/** Rule in the list of all rules. */
export interface RuleListEntry {
  rule: string;
  text: string;
  /** Whether the rule has occurred in the game. */
  met: boolean;
}

/** Part of a dialog: a text, a rule example, a link, rules, a table, the rulebook, or fields. */
export interface DialogPart {
  text?: string;
  /** Style of the text. */
  look?: string;
  /** Rule example. */
  show?: RuleExampleDisplay;
  /** Address of a link. */
  href?: string;
  label?: string;
  /** Ids of rules. */
  rules?: string[];
  /** Headings of a table. */
  columns?: string[];
  /** Rows of a table. */
  rows?: string[][];
  /** All rules of the game. */
  book?: RuleListEntry[];
  /** Whether the text is a link that can be copied. */
  link?: boolean;
  /** Comparison of two variations. */
  fork?: VariationComparison;
  /** Whether the fields are folded at first. */
  fold?: boolean;
  fields?: DialogField[];
}

/** Variation just after the step at which it differs from another one. */
export interface ComparedVariation {
  label: string;
  /** Events of that step. */
  say: string;
  /** Groups that differ. */
  parts: GroupExcerpt[];
  /** Whether this variation is displayed on the table. */
  here: boolean;
}

/** One value of a seat, such as its points, in each of two compared variations. */
export interface ComparedFact {
  /** Name of the player. */
  who: string;
  label: string;
  values: string[];
}

/** Two variations of a game, next to each other. */
export interface VariationComparison {
  /** Sentence about the common part. */
  stem: string;
  /** First step at which the tables differ, and which variation was continued by simulation. Otherwise the reason why
   * nothing differs. */
  when: string;
  sides: ComparedVariation[];
  facts: ComparedFact[];
}

/** Button that sends a dialog as {do, values: {name: value}}. */
export interface SubmitButton {
  do: string;
  label: string;
}

/** Dialog that the page draws with native controls. */
export interface DialogMessage {
  title: string;
  name: string;
  parts: DialogPart[];
  submit?: SubmitButton;
}

/** Group in which some items are omitted. */
export interface PartialGroup extends scene.Group {
  /** Number of omitted items. */
  more?: number;
}

/** Part of the table. */
export interface GroupExcerpt {
  title?: string;
  group: PartialGroup;
  /** Ids of the marked cards. */
  marked?: string[];
}

/** Event or reason with its rule. */
export interface CitedLine {
  text?: string;
  rule?: string;
  /** Whether it is the rule of the example. */
  cites?: boolean;
}

/** Illegal action that a rule example also shows. */
export interface RefusalExample extends CitedLine {
  /** Action. */
  say?: string;
  /** Question in the position of the refusal, if it is a different position. */
  ask?: string;
  /** Groups of that position. */
  parts?: GroupExcerpt[];
}

/** Step of a rule example, with the steps that lead to it. */
export interface RuleExampleStep {
  /** Steps that lead to it. */
  first?: string[];
  /** Action. */
  say?: string;
  /** Chance event. */
  chance?: string;
  /** Events of the step. */
  told?: CitedLine[];
  /** Whether the step is refused. */
  refused?: boolean;
}

/** Value of a player before and after the step of a rule example. */
export interface ExampleFactChange {
  from: string;
  to: string;
  /** Name of the player. */
  who: string;
  label: string;
}

/** Value of a player, possibly with a maximum. */
export interface ExampleFact {
  /** Name of the player. */
  who?: string;
  label?: string;
  value?: any;
  /** Maximum. */
  of?: number;
}

/** Start of a game with other options, shown in a rule example. */
export interface OtherOptionsSetup {
  /** Text that names the options. */
  ask: string;
  parts: GroupExcerpt[];
  told: CitedLine[];
}

/** Display of a rule example: the step that shows a rule, and relevant groups before and after this step. */
export interface RuleExampleDisplay {
  /** Question before the step. */
  ask?: string;
  step: RuleExampleStep;
  /** Groups before the step. */
  before?: GroupExcerpt[];
  /** Values before the step. */
  facts?: ExampleFact[];
  /** Groups after the step. */
  after?: GroupExcerpt[];
  /** Values that the step changes. */
  changes?: ExampleFactChange[];
  /** Values that are displayed again after the step. */
  kept?: ExampleFact[];
  /** Question after the step. */
  then?: string;
  /** Link to the position before the step. */
  link?: string;
  /** Actions that the rule refuses. */
  refused?: RefusalExample[];
  /** Reason why the rule refuses nothing. */
  unrefused?: string;
  /** Start with other options, for a rule about the setup. */
  other?: OtherOptionsSetup;
}

/** Changes that an action would cause. */
export interface ActionPreview {
  /** Number of the action. */
  n?: number;
  step?: number;
  /** Whether the player has touched the action and not yet confirmed it. */
  held?: boolean;
  changes: scene.ValueChange[];
  /** New value of facts, cards and places by their ids. */
  would: Record<string, string>;
  notes: string[];
  /** Reason why the action could not be taken back, or "". */
  final: string;
}

/** Line of the log for one event: step, text, rule and further rules. */
export interface LogLine {
  s: number;
  t: string;
  r: string;
  a?: string[];
}

/** Lines that replace all lines of the log from one step on. */
export interface LogUpdate {
  from: number;
  lines: LogLine[];
}

/** Data that the browser saves. */
export interface SavedGame {
  /** Result of `GameSession.to_json`. */
  data: Record<string, any>;
  /** Link to the game. */
  link: string;
  step: number;
  /** Ids of the rules that occurred. */
  met: string[];
}

/** Message that says why a request could not be carried out. */
export interface Notice {
  text?: string;
}

/** Scene of another step. The page displays it but cannot play there. */
export interface PeekedScene {
  step: number;
  scene: scene.Scene;
}

/** Reason why a typed action is illegal. */
export interface TypedActionRefusal extends scene.RefusalReason {
  /** Id of the card with the action. */
  id?: string;
}

/** Number of rules encountered so far, and number of all rules. */
export interface RuleCoverage {
  met: number[];
}

/** Results so far of the review of a seat's decisions. */
export interface ReviewUpdate {
  found: summary_types.ReviewProgress;
}

/** Results of the bots on the deal of the day so far. */
export interface DayBotsUpdate extends summary_types.DayBots {
}

/** File that the browser saves. */
export interface DownloadFile {
  /** Name of the file. */
  name: string;
  /** Content of the file. */
  text: string;
}
