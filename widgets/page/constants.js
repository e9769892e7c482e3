// Written by `python -m tests.scene_types` from the Python modules named here. Change the values there.

// gamelib.validation
export const ENCODINGS = 3;

// widgets.page.run_reports
export const MAX_RUNNING_SHARES = 30;

// widgets.dashboard.live_simulation
export const MAX_VISIBLE_TRIALS = 10;

// widgets.lesson.limits
export const MAX_ANSWER_LENGTH = 120;
export const MAX_REASON_LENGTH = 300;

// widgets.lesson.progress.explain_progress
export const MAX_LIST_LENGTH = 2000;

// widgets.lesson.lesson_definition
export const PREDICTION_CHIPS = 20;

// widgets.classroom.pupil_names
export const MAX_NAME_LENGTH = 24;

// widgets.classroom.lesson_plan
export const MAX_PLAN_NOTE_LENGTH = 160;

// widgets.classroom.session_state
export const SECONDS_PER_DAY = 86400;
export const DEFAULT_DAYS_KEPT = 7;
export const KEPT_DAYS_CHOICES = [1, 7, 14, 30, 90, 365];
export const MAX_HINT_LENGTH = 200;
export const MAX_PUPILS = 320;

// widgets.classroom.discussion
export const MAX_NOTE_LENGTH = 200;
export const MAX_QUESTION_LENGTH = 160;
export const MAX_SENTENCE_LENGTH = 200;
