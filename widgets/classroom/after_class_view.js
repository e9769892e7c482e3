// View After of the teacher page: grade book results, a page for each pupil, the class as a file, homework, and when
// everything is deleted.

import { CLASS_TEXTS } from "./class_texts.js";
import { BASE_URL, pageAddress } from "./avatars.js";
import { renderGradebookView } from "./gradebook_view.js";
import { tryCopyText } from "../page/sharing.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { selectListenersAfterKeyRelease } from "../page/keyboard.js";
import { formatLinkDate } from "../lesson/homework.js";
import { KEPT_DAYS_CHOICES, SECONDS_PER_DAY } from "../page/constants.js";

const IN_A_WEEK = 7;

export function renderAfterClassView(desk) {
  const { data } = desk;
  return [
    h(
      "div",
      { class: "km-classboard-message" },
      h("h2", { text: CLASS_TEXTS.after_class_title }),
      h("p", { text: CLASS_TEXTS.after_class_private_note }),
    ),
    data.steps ? renderGradebookView(desk) : null,
    h(
      "div",
      { class: "km-teacher-after-class" },
      data.steps
        ? h(
          "section",
          { class: "km-classboard-card" },
          h("h3", { text: CLASS_TEXTS.after_class_paper_heading }),
          h("p", {
            text: CLASS_TEXTS.after_class_paper_note,
          }),
          desk.button(CLASS_TEXTS.after_class_paper_button, "each", () => desk.show("pupil-reports-html")),
        )
        : null,
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: CLASS_TEXTS.after_class_file_heading }),
        h("p", {
          text: CLASS_TEXTS.after_class_file_note,
        }),
        desk.button(
          CLASS_TEXTS.after_class_file_button,
          "keep",
          () => desk.save("class-file-text", `kismet-class-${data.code}.json`, "application/json"),
        ),
        h(
          "label",
          { class: "km-teacher-file" },
          "Open a file: ",
          desk.fileField(
            CLASS_TEXTS.after_class_file_label,
            "class-file",
            "reopen-class",
            ({ secret }) => location.assign(`${BASE_URL}class#${secret}`),
          ),
        ),
      ),
      data.steps ? homework(desk) : null,
      h(
        "section",
        { class: "km-classboard-card" },
        h("h3", { text: CLASS_TEXTS.after_class_deletion_heading }),
        h("p", {}, "Everything of this class is deleted on ", h("b", { text: writtenDay(data.until) }), "."),
        h(
          "select",
          {
            key: "until",
            "aria-label": CLASS_TEXTS.after_class_keep_label,
            on: selectListenersAfterKeyRelease((event) =>
              desk.changeSession({ until: Math.floor(desk.now()) + Number(event.target.value) * SECONDS_PER_DAY })
            ),
          },
          h("option", { value: "", text: CLASS_TEXTS.after_class_keep_prompt, selected: true, disabled: true }),
          KEPT_DAYS_CHOICES.map((days) =>
            h("option", {
              value: days,
              text: days === 1
                ? CLASS_TEXTS.after_class_keep_one_day
                : fillPlaceholders(CLASS_TEXTS.after_class_keep_days, { n: `${days}` }),
            })
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

// A link that works without a class server: the lesson, a date, and the code of the class, which is part of the result
// code of each pupil.
function homework(desk) {
  const { data } = desk;
  const today = new Date();
  const inAWeek = formatLinkDate(new Date(today.getFullYear(), today.getMonth(), today.getDate() + IN_A_WEEK));
  // the last whole day before the class is deleted
  const lastWholeDay = () => formatLinkDate(new Date(1000 * (desk.data.until - SECONDS_PER_DAY)));
  const [due] = [inAWeek, lastWholeDay()].sort(); // days sort as texts
  const date = h("input", {
    type: "date",
    key: "due",
    min: formatLinkDate(today),
    value: due > formatLinkDate(today) ? due : formatLinkDate(today),
    "aria-label": CLASS_TEXTS.after_class_homework_label,
  });
  const site = h("input", {
    type: "url",
    key: "site",
    value: desk.ui.site ?? new URL(BASE_URL, location.href).href,
    placeholder: "https://…",
    "aria-label": CLASS_TEXTS.after_class_homework_address_label,
    on: { change: () => Object.assign(desk.ui, { site: site.value }) },
  });
  const link = h("input", {
    type: "text",
    readonly: true,
    key: "homework",
    "aria-label": CLASS_TEXTS.after_class_homework_link_label,
  });
  const make = async () => {
    link.value = "";
    if (!date.value) return desk.showMessage(CLASS_TEXTS.after_class_homework_no_day);
    if (date.value < formatLinkDate(new Date())) {
      return desk.showMessage(CLASS_TEXTS.after_class_homework_past_day);
    }
    if (!/^https?:\/\/[^\s/]+/.test(site.value.trim())) {
      return desk.showMessage(CLASS_TEXTS.after_class_homework_bad_address);
    }
    const deletion = writtenDay(desk.data.until);
    desk.showMessage(
      date.value > lastWholeDay()
        ? fillPlaceholders(CLASS_TEXTS.after_class_homework_after_deletion, { day: deletion })
        : "",
    );
    const root = site.value.trim().replace(/\/?$/, "/");
    const own = root === new URL(BASE_URL, location.href).href;
    const page = own
      ? pageAddress(data.lesson).slice(BASE_URL.length)
      : `lessons/${encodeURIComponent(data.lesson)}.html`;
    link.value = `${root}${page}#homework=${data.code}.${date.value}`;
    desk.live.textContent = (await tryCopyText(link.value))
      ? CLASS_TEXTS.after_class_homework_copied
      : CLASS_TEXTS.after_class_homework_not_copied;
  };
  return h(
    "section",
    { class: "km-classboard-card" },
    h("h3", { text: "Homework" }),
    h("p", {
      text: CLASS_TEXTS.after_class_homework_note,
    }),
    h("div", { class: "km-classboard-row" }, h("label", {}, "Until ", date), h("label", {}, "At ", site)),
    h(
      "div",
      { class: "km-classboard-row" },
      desk.button(CLASS_TEXTS.after_class_homework_button, "make-homework", make, "km-primary"),
      link,
    ),
  );
}
