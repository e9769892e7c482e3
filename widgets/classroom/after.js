// The desk's view After: results for the grade book, a page for each pupil, the class as a file, homework, and when
// everything is deleted.

import { BASE, lessonPage } from "./faces.js";
import { gradesView } from "./gradebook.js";
import { copied } from "../page/carry.js";
import { h } from "../page/elements.js";
import { choiceListeners } from "../page/keyboard.js";
import { dayOf } from "../lesson/homework.js";
import { KEPT_DAYS_CHOICES, SECONDS_PER_DAY } from "../page/constants.js";

const IN_A_WEEK = 7;

export function afterView(desk) {
  const { data } = desk;
  return [
    h("div", { class: "km-x-say" }, h("h2", { text: "After the lesson" }), h("p", { text: "Only you see this page." })),
    data.steps ? gradesView(desk) : null,
    h(
      "div",
      { class: "km-desk-after" },
      data.steps
        ? h(
          "section",
          { class: "km-x-card" },
          h("h3", { text: "On paper" }),
          h("p", {
            text: "A page for each pupil with the prediction, the reasons, the answers and the help they used.",
          }),
          desk.button("A page for each pupil", "each", () => desk.show("pupil-reports-html")),
        )
        : null,
      h(
        "section",
        { class: "km-x-card" },
        h("h3", { text: "The class as a file" }),
        h("p", {
          text:
            "With names, answers, votes, discussions and your plan. You can open it again, on this machine or another.",
        }),
        desk.button(
          "Save the class",
          "keep",
          () => desk.save("class-file-text", `kismet-class-${data.code}.json`, "application/json"),
        ),
        h(
          "label",
          { class: "km-desk-file" },
          "Open a file: ",
          desk.fileField(
            "The file of a class",
            "class-file",
            "reopen-class",
            ({ secret }) => location.assign(`${BASE}class#${secret}`),
          ),
        ),
      ),
      data.steps ? homework(desk) : null,
      h(
        "section",
        { class: "km-x-card" },
        h("h3", { text: "Automatic deletion" }),
        h("p", {}, "Everything of this class is deleted on ", h("b", { text: writtenDay(data.until) }), "."),
        h(
          "select",
          {
            key: "until",
            "aria-label": "Keep it for",
            on: choiceListeners((event) =>
              desk.pace({ until: Math.floor(desk.now()) + Number(event.target.value) * SECONDS_PER_DAY })
            ),
          },
          h("option", { value: "", text: "Keep it for …", selected: true, disabled: true }),
          KEPT_DAYS_CHOICES.map((days) =>
            h("option", { value: days, text: days === 1 ? "1 day from now" : `${days} days from now` })
          ),
        ),
      ),
    ),
  ];
}

const writtenDay = (seconds) =>
  new Date(1000 * seconds).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });

// A link that works where no class server is: the lesson, a date, and the code of the class, which comes back in the
// result code of each pupil.
function homework(desk) {
  const { data } = desk;
  const today = new Date();
  const inAWeek = dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() + IN_A_WEEK));
  const lastWholeDay = () => dayOf(new Date(1000 * (desk.data.until - SECONDS_PER_DAY))); // before the class is deleted
  const [due] = [inAWeek, lastWholeDay()].sort(); // days sort as texts
  const date = h("input", {
    type: "date",
    key: "due",
    min: dayOf(today),
    value: due > dayOf(today) ? due : dayOf(today),
    "aria-label": "Homework until",
  });
  const site = h("input", {
    type: "url",
    key: "site",
    value: desk.ui.site ?? new URL(BASE, location.href).href,
    placeholder: "https://…",
    "aria-label": "Address of the pages that pupils reach at home",
    on: { change: () => Object.assign(desk.ui, { site: site.value }) },
  });
  const link = h("input", { type: "text", readonly: true, key: "homework", "aria-label": "The link of the homework" });
  const make = async () => {
    link.value = "";
    if (!date.value) return desk.tell("Choose the day on which the homework is due.");
    if (date.value < dayOf(new Date())) return desk.tell("This day is in the past. Choose a later one.");
    if (!/^https?:\/\/[^\s/]+/.test(site.value.trim())) {
      return desk.tell("The address of the pages isn’t complete. It begins with https:// or http://.");
    }
    const deletion = writtenDay(desk.data.until);
    desk.tell(
      date.value > lastWholeDay()
        ? `This class is deleted on ${deletion}, before the homework is due. ` +
          "You can’t read result codes that come later. " +
          "Choose a longer time under “Automatic deletion”."
        : "",
    );
    const root = site.value.trim().replace(/\/?$/, "/");
    const own = root === new URL(BASE, location.href).href;
    const page = own ? lessonPage(data.lesson).slice(BASE.length) : `lessons/${encodeURIComponent(data.lesson)}.html`;
    link.value = `${root}${page}#homework=${data.code}.${date.value}`;
    desk.live.textContent = (await copied(link.value)) ? "The link is copied." : "The link is in the field.";
  };
  return h(
    "section",
    { class: "km-x-card" },
    h("h3", { text: "Homework" }),
    h("p", {
      text: "This link contains the lesson, a date and your class. Pupils send back a result code. " +
        "Paste all the codes under “End”.",
    }),
    h("div", { class: "km-x-row" }, h("label", {}, "Until ", date), h("label", {}, "At ", site)),
    h("div", { class: "km-x-row" }, desk.button("Make the link", "make-homework", make, "km-lead"), link),
  );
}
