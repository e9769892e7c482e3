// Written by `python -m tests.scene_types` from widgets/table/messages.py; change it there.

import * as happened from "./happened.d.ts";
import * as scene from "./scene.d.ts";

/** A value of a field, sent back as it is. */
export interface FieldValue {
  value: any;
  label: string;
}

/** A control of a dialog. */
export interface DialogField {
  name: string;
  label: string;
  value?: any;
  choices?: FieldValue[];
  radio?: boolean;
  least?: number;
  most?: number;
  hint?: string;
  /** a change asks for the dialog anew */
  again?: boolean;
}

/** A rule in the list of all, and whether it has been met. */
export interface BookRule {
  rule: string;
  text: string;
  met: boolean;
}

/** A text, a show, a link, rules, a table, the rulebook, or fields. */
export interface DialogPart {
  text?: string;
  look?: string;
  show?: ShowMoment;
  href?: string;
  label?: string;
  rules?: string[];
  columns?: string[];
  rows?: string[][];
  book?: BookRule[];
  link?: boolean;
  fork?: ForkedLines;
  fold?: boolean;
  fields?: DialogField[];
}

/** A line just after it parts: what came, and the groups that lie otherwise; `here`: the line that is looked at. */
export interface ForkSide {
  label: string;
  say: string;
  parts: ShowPart[];
  here: boolean;
}

/** What a seat has on each side. */
export interface ForkFact {
  who: string;
  label: string;
  values: string[];
}

/** Two lines of a game, side by side from where they part; `when`: from which step on the tables differ, and which line
 * is played on in thought as far as that, or why nothing differs. */
export interface ForkedLines {
  stem: string;
  when: string;
  sides: ForkSide[];
  facts: ForkFact[];
}

/** What a dialog sends: {do, values: {name: value}}. */
export interface Submit {
  do: string;
  label: string;
}

/** A dialog, which the page draws with native controls. */
export interface DialogMessage {
  title: string;
  name: string;
  parts: DialogPart[];
  submit?: Submit;
}

/** A group of which `more` things are left out. */
export interface ShowGroup extends scene.Group {
  more?: number;
}

/** A part of the table; `marked` are ids of its cards. */
export interface ShowPart {
  title?: string;
  group: ShowGroup;
  marked?: string[];
}

/** An event or a reason, with its rule; `cites`: it is the rule that is shown. */
export interface ToldLine {
  text?: string;
  rule?: string;
  cites?: boolean;
}

/** What would be refused, and where (`ask`, `parts` of the table) if not here. */
export interface Refused extends ToldLine {
  say?: string;
  ask?: string;
  parts?: ShowPart[];
}

/** The step itself, after those that come first. */
export interface ShowStep {
  first?: string[];
  say?: string;
  chance?: string;
  told?: ToldLine[];
  refused?: boolean;
}

/** What a seat has before and after. */
export interface Moved {
  from: string;
  to: string;
  who: string;
  label: string;
}

/** What somebody has, of how many. */
export interface Known {
  who?: string;
  label?: string;
  value?: any;
  of?: number;
}

/** A game that begins with other options, which `ask` names. */
export interface OtherGame {
  ask: string;
  parts: ShowPart[];
  told: ToldLine[];
}

/** A step that shows a rule, with what matters of the table before it and after it. */
export interface ShowMoment {
  ask?: string;
  step: ShowStep;
  before?: ShowPart[];
  facts?: Known[];
  after?: ShowPart[];
  changes?: Moved[];
  kept?: Known[];
  /** what is asked after the step */
  then?: string;
  /** the position before it on its table */
  link?: string;
  refused?: Refused[];
  /** why nothing can be refused by it */
  unrefused?: string;
  other?: OtherGame;
}

/** What an action would change, before it is done. */
export interface Ahead {
  n?: number;
  step?: number;
  /** it was touched, and is not done yet */
  held?: boolean;
  changes: scene.Change[];
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
export interface Log {
  from: number;
  lines: LogLine[];
}

/** What the browser is to keep. */
export interface Keep {
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
export interface Peek {
  step: number;
  scene: scene.Scene;
}

/** Why what was typed may not be done. */
export interface TypedRefusal extends scene.Why {
  id?: string;
}

/** Rules met, and rules in all. */
export interface Met {
  met: number[];
}

/** What the review has found so far. */
export interface Reviewed {
  found: happened.Found;
}

/** A file to take along. */
export interface SavedFile {
  name: string;
  text: string;
}
