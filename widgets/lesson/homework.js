// Homework: a link with the code of the class and a date. The page displays both and puts the class code before the
// result code. A teacher with many result codes then sees which belong to this class. No server is needed.

import { h } from "../page/elements.js";
import { normalizeLinkAndRemoveSpaces } from "../page/links.js";
import { progressStorage } from "../page/storage.js";

const BEGINNING = "#homework=";
const SHORTEST = "#home".length; // of a link whose end is missing
const FORM = /^#homework=([1-6]{6,9})\.(\d{4}-\d{2}-\d{2})$/;
const COPY_WHOLE_LINK = "Copy the whole link from your teacher’s message and open it again.";

// Whether the address is a homework link, or the beginning of one.
export function hasHomeworkLink() {
  const link = normalizeLinkAndRemoveSpaces(location.hash);
  return link.startsWith(BEGINNING) || (link.length >= SHORTEST && BEGINNING.startsWith(link));
}
const place = (lesson) => `kismet:homework:${lesson}`;

// A date in the format of links, in local time. "" for a date that does not exist.
export function formatLinkDate(date) {
  return Number.isNaN(date.valueOf()) ? "" : [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, "0"),
    String(date.getDate()).padStart(2, "0"),
  ].join("-");
}
const noonOf = (day) => new Date(`${day}T12:00`);

// The class code and the date from the address. null if the link has no homework or is damaged.
function linkedHomework() {
  const found = FORM.exec(normalizeLinkAndRemoveSpaces(location.hash));
  return found && formatLinkDate(noonOf(found[2])) === found[2] ? { code: found[1], date: found[2] } : null;
}

// The error in a homework link. "" if the link is valid or is no homework link.
function linkProblem() {
  if (!hasHomeworkLink() || linkedHomework()) return "";
  const hasCode = /^#homework=[1-6]{6,9}(?![0-9])/.test(normalizeLinkAndRemoveSpaces(location.hash));
  const part = hasCode ? "The date at the end of" : "The code of your class in";
  return `${part} this homework link is missing or wrong. ${COPY_WHOLE_LINK}`;
}

// The homework of the address. It is saved and therefore known after a reload and on other days. With a damaged link,
// there is no homework, not even saved homework.
function homeworkOf(lesson) {
  if (linkProblem()) return null;
  const found = linkedHomework();
  try {
    if (found) {
      progressStorage().setItem(place(lesson), JSON.stringify(found));
      history.replaceState(history.state, "", location.pathname + location.search);
    }
    const kept = JSON.parse(progressStorage().getItem(place(lesson)));
    return kept && FORM.test(`${BEGINNING}${kept.code}.${kept.date}`) ? kept : null;
  } catch {
    return found; // a browser that keeps nothing
  }
}

// The day in words. The year is included unless it is the current year.
const dayInWords = (day) =>
  noonOf(day).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: day.slice(0, 4) === formatLinkDate(new Date()).slice(0, 4) ? undefined : "numeric",
  });

export function renderHomeworkNote(lesson) {
  const problem = linkProblem();
  if (problem) return h("p", { class: "km-lesson-homework", role: "alert", text: problem });
  const homework = homeworkOf(lesson);
  if (!homework) return null;
  const day = dayInWords(homework.date);
  if (homework.date < formatLinkDate(new Date())) {
    return h(
      "p",
      { class: "km-lesson-homework", role: "note" },
      h("b", { text: `The time for this homework is over. It was due on ${day}, for the class ${homework.code}. ` }),
      "Ask your teacher whether you can still send it.",
    );
  }
  return h(
    "p",
    { class: "km-lesson-homework", role: "note" },
    h("b", { text: `Homework until ${day}, for the class ${homework.code}. ` }),
    "When you have finished, choose “My result code” at the bottom of this page and send the code to your teacher.",
  );
}

export function prefixClassCodeOfHomework(lesson, resultCode) {
  const homework = homeworkOf(lesson);
  return homework ? `${homework.code}/${resultCode}` : resultCode;
}
