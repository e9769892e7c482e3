// Written by `python -m tests.scene_types` from widgets/table/message_types.py; change it there.

import * as scene from "./scene.d.ts";
import * as summary_types from "./summary_types.d.ts";

/** A value of a field, sent back as it is. */
export interface FieldOption {
  value: any;
  label: string;
}

/** A control of a dialog. */
export interface DialogField {
  name: string;
  label: string;
  value?: any;
  choices?: FieldOption[];
  radio?: boolean;
  least?: number;
  most?: number;
  hint?: string;
  /** a change asks for the dialog anew */
  again?: boolean;
}

/** A rule in the list of all, and whether it has been met. */
export interface RuleListEntry {
  rule: string;
  text: string;
  met: boolean;
}

/** A text, a show, a link, rules, a table, the rulebook, or fields. */
export interface DialogPart {
  text?: string;
  look?: string;
  show?: RuleExampleDisplay;
  href?: string;
  label?: string;
  rules?: string[];
  columns?: string[];
  rows?: string[][];
  book?: RuleListEntry[];
  link?: boolean;
  fork?: VariationComparison;
  fold?: boolean;
  fields?: DialogField[];
}

/** A line just after it parts: what came, and the groups that lie otherwise; `here`: the line that is looked at. */
export interface ComparedVariation {
  label: string;
  say: string;
  parts: GroupExcerpt[];
  here: boolean;
}

/** What a seat has on each side. */
export interface ComparedFact {
  who: string;
  label: string;
  values: string[];
}

/** Two lines of a game, side by side from where they part; `when`: from which step on the tables differ, and which line
 * is played on in thought as far as that, or why nothing differs. */
export interface VariationComparison {
  stem: string;
  when: string;
  sides: ComparedVariation[];
  facts: ComparedFact[];
}

/** What a dialog sends: {do, values: {name: value}}. */
export interface SubmitButton {
  do: string;
  label: string;
}

/** A dialog, which the page draws with native controls. */
export interface DialogMessage {
  title: string;
  name: string;
  parts: DialogPart[];
  submit?: SubmitButton;
}

/** A group of which `more` things are left out. */
export interface PartialGroup extends scene.Group {
  more?: number;
}

/** A part of the table; `marked` are ids of its cards. */
export interface GroupExcerpt {
  title?: string;
  group: PartialGroup;
  marked?: string[];
}

/** An event or a reason, with its rule; `cites`: it is the rule that is shown. */
export interface CitedLine {
  text?: string;
  rule?: string;
  cites?: boolean;
}

/** What would be refused, and where (`ask`, `parts` of the table) if not here. */
export interface RefusalExample extends CitedLine {
  say?: string;
  ask?: string;
  parts?: GroupExcerpt[];
}

/** The step itself, after those that come first. */
export interface RuleExampleStep {
  first?: string[];
  say?: string;
  chance?: string;
  told?: CitedLine[];
  refused?: boolean;
}

/** What a seat has before and after. */
export interface ExampleFactChange {
  from: string;
  to: string;
  who: string;
  label: string;
}

/** What somebody has, of how many. */
export interface ExampleFact {
  who?: string;
  label?: string;
  value?: any;
  of?: number;
}

/** A game that begins with other options, which `ask` names. */
export interface OtherOptionsSetup {
  ask: string;
  parts: GroupExcerpt[];
  told: CitedLine[];
}

/** A step that shows a rule, with what matters of the table before it and after it. */
export interface RuleExampleDisplay {
  ask?: string;
  step: RuleExampleStep;
  before?: GroupExcerpt[];
  facts?: ExampleFact[];
  after?: GroupExcerpt[];
  changes?: ExampleFactChange[];
  kept?: ExampleFact[];
  /** what is asked after the step */
  then?: string;
  /** the position before it on its table */
  link?: string;
  refused?: RefusalExample[];
  /** why nothing can be refused by it */
  unrefused?: string;
  other?: OtherOptionsSetup;
}

/** What an action would change, before it is done. */
export interface ActionPreview {
  n?: number;
  step?: number;
  /** it was touched, and is not done yet */
  held?: boolean;
  changes: scene.ValueChange[];
  /** the new value of facts, cards and places by their ids */
  would: Record<string, string>;
  notes: string[];
  /** why it could not be taken back; empty where it could */
  final: string;
}

/** An event: its step, its text, its rule, further rules. */
export interface LogLine {
  s: number;
  t: string;
  r: string;
  a?: string[];
}

/** Lines of the log, those before from this step on replaced. */
export interface LogUpdate {
  from: number;
  lines: LogLine[];
}

/** What the browser is to keep. */
export interface SavedGame {
  data: Record<string, any>;
  link: string;
  step: number;
  met: string[];
}

/** Something that could not be done. */
export interface Notice {
  text?: string;
}

/** Another step, only to look at. */
export interface PeekedScene {
  step: number;
  scene: scene.Scene;
}

/** Why what was typed may not be done. */
export interface TypedActionRefusal extends scene.RefusalReason {
  id?: string;
}

/** Rules met, and rules in all. */
export interface RuleCoverage {
  met: number[];
}

/** What the review has found so far. */
export interface ReviewUpdate {
  found: summary_types.ReviewProgress;
}

/** A file to take along. */
export interface DownloadFile {
  name: string;
  text: string;
}
