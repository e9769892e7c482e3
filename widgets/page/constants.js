// Written by `python -m tests.scene_types` from the Python modules named here. Change the values there.

// gamelib.validation
export const ENCODINGS = 3;

// widgets.page.reports
export const TRAIL = 30;

// widgets.dashboard.runs
export const WATCHED = 10;

// widgets.lesson.limits
export const LONGEST_ANSWER = 120;
export const LONGEST_REASON = 300;

// widgets.lesson.building
export const LONGEST_LIST = 2000;

// widgets.lesson.plan
export const CHIPS = 20;

// widgets.classroom.names
export const LONGEST_NAME = 24;

// widgets.classroom.planned
export const LONGEST_ASK = 160;

// widgets.classroom.room
export const DAY = 86400;
export const KEPT_DAYS = 7;
export const KEPT_DAYS_CHOICES = [1, 7, 14, 30, 90, 365];
export const LONGEST_HINT = 200;
export const MOST_PUPILS = 320;

// widgets.classroom.talk
export const LONGEST_NOTE = 200;
export const LONGEST_QUESTION = 160;
export const LONGEST_SENTENCE = 200;
