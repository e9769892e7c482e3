// Homework: a link with the code of a class and a date. The page says so, and puts the class before the result code, so
// that a teacher who reads many in sees which are of this class. It needs no server.

import { h } from "../page/elements.js";
import { joinedLink } from "../page/links.js";
import { keeper } from "../page/storage.js";

const FORM = /^#homework=([1-6]{6,9})\.(\d{4}-\d{2}-\d{2})$/;
export const bringsHomework = () => FORM.test(joinedLink(location.hash));
const place = (lesson) => `kismet:homework:${lesson}`;

// A day as it is written in links, by the clock of this place. "" for a date that no calendar has.
export function dayOf(date) {
  return Number.isNaN(date.valueOf()) ? "" : [
    date.getFullYear(),
    String(date.getMonth() + 1).padStart(2, "0"),
    String(date.getDate()).padStart(2, "0"),
  ].join("-");
}
const noonOf = (day) => new Date(`${day}T12:00`);

// What the address brings is kept, so that a reload and another day know it, too.
function homeworkOf(lesson) {
  const found = FORM.exec(joinedLink(location.hash));
  try {
    if (found && dayOf(noonOf(found[2])) === found[2]) {
      keeper().setItem(place(lesson), JSON.stringify({ code: found[1], date: found[2] }));
      history.replaceState(history.state, "", location.pathname + location.search);
    }
    const kept = JSON.parse(keeper().getItem(place(lesson)));
    return kept && FORM.test(`#homework=${kept.code}.${kept.date}`) ? kept : null;
  } catch {
    return found && { code: found[1], date: found[2] }; // a browser that keeps nothing
  }
}

export function homeworkNote(lesson) {
  const homework = homeworkOf(lesson);
  if (!homework) return null;
  const day = noonOf(homework.date).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
  });
  return h(
    "p",
    { class: "km-l-homework", role: "note" },
    h("b", { text: `Homework until ${day}, for the class ${homework.code}. ` }),
    "When you are through, take “My result code” at the foot of this page, and send it to your teacher.",
  );
}

export function withClass(lesson, code) {
  const homework = homeworkOf(lesson);
  return homework ? `${homework.code}/${code}` : code;
}
