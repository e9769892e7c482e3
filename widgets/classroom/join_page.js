// The page where pupils join: six dice, then a name.

import { CLASS_TEXTS } from "./class_texts.js";
import { darkModeButton, languageButton } from "../page/page_controls.js";
import {
  avatarName,
  clearStoredMembership,
  delay,
  englishWordForSixToNine,
  joinClass,
  pageAddress,
  readMembership,
  rejoinClassAndRestoreWork,
  renderAvatar,
  renderRoomCodeDie,
  renderTabStorageNotice,
  requestClassEndpoint,
  UNMARKED_AVATAR_COUNT,
} from "./avatars.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { preventRepeatedEnter, unmodifiedKey, unmodifiedKeyUnlessRepeated } from "../page/keyboard.js";
import { normalizeLink, normalizeLinkAndRemoveSpaces } from "../page/links.js";
import { MAX_NAME_LENGTH } from "../page/constants.js";

const main = document.getElementById("km-main");
const asked = normalizeLinkAndRemoveSpaces(new URLSearchParams(location.search).get("class") ?? "");
const DICE = Number(document.body.dataset.dice) || 6; // of the codes of this server
const LEAST = 6;
const ADDRESS = /[?&#](?:class|homework)=([1-6]{6,9})(?![0-9])/;
let code = /^[1-6]{6,9}$/.test(asked) ? asked : "";
let mine = Math.floor(Math.random() * UNMARKED_AVATAR_COUNT);

// The room code in a pasted text, as digits or dice. Words or an address may be around it. Digits of the address itself
// do not count. Returns "" if there is no code.
function codeIn(text) {
  const digits = normalizeLink(text.normalize("NFKC")).replace(/[⚀-⚅]/g, (die) => String("⚀⚁⚂⚃⚄⚅".indexOf(die) + 1));
  const [inAddress] = [digits, normalizeLinkAndRemoveSpaces(digits)].map((line) => ADDRESS.exec(line)).filter(Boolean);
  const apart = digits.replace(/\S*\/\S*|\S+\.\S+/g, ";").replace(/([1-6])[\s,-]+(?=[1-6])/g, "$1");
  return (inAddress ?? /(?<![0-9])([1-6]{6,9})(?![0-9])/.exec(apart))?.[1] ?? "";
}

function page(...kids) {
  main.replaceChildren(
    h("div", { class: "km-join-form" }, ...kids, renderTabStorageNotice(), languageButton(), darkModeButton()),
  );
  main.querySelector("[autofocus]")?.focus();
}

function askCode(said = "") {
  const dice = h("div", { class: "km-join-code", role: "status", "aria-live": "polite" });
  const problem = h("p", { class: "km-join-message", role: "alert", text: said });
  const go = h("button", {
    type: "button",
    class: "km-primary",
    text: "Join",
    on: { click: () => code.length >= LEAST && askName() },
  });
  const draw = () => {
    dice.replaceChildren(
      ...Array.from(
        { length: Math.max(DICE, code.length) },
        (_, i) => renderRoomCodeDie(code[i], { class: `km-code-die${code[i] ? "" : " km-code-blank"}` }),
      ),
    );
    dice.setAttribute(
      "aria-label",
      code
        ? fillPlaceholders(CLASS_TEXTS.join_code_so_far, { dice: [...code].join(" ") })
        : CLASS_TEXTS.join_code_empty,
    );
    go.toggleAttribute("data-wait", code.length < LEAST);
  };
  const add = (n) => {
    if (code.length < DICE) code += n;
    draw();
    if (code.length === DICE) go.focus();
  };
  const back = () => {
    code = code.slice(0, -1);
    draw();
  };
  const keys = h(
    "div",
    { class: "km-join-code-keys" },
    [1, 2, 3, 4, 5, 6].map((n) =>
      renderRoomCodeDie(n, { type: "button", "aria-label": String(n), on: { click: () => add(String(n)) } }, "button")
    ),
  );
  onkeydown = (event) => {
    const key = unmodifiedKeyUnlessRepeated(event);
    if (/^[1-6]$/.test(key)) add(key);
    else if (unmodifiedKey(event) === "Backspace") back();
    else if (key === "Enter" && code.length >= LEAST && event.target.tagName !== "BUTTON") askName();
  };
  document.onpaste = (event) => {
    const pasted = codeIn(event.clipboardData.getData("text"));
    if (pasted) code = pasted;
    else {problem.textContent = `The text that you pasted contains no code. A code has ${
        englishWordForSixToNine(DICE)
      } numbers from 1 to 6.`;}
    draw();
  };
  page(
    h("h1", { text: fillPlaceholders(CLASS_TEXTS.join_code_question, { count: englishWordForSixToNine(DICE) }) }),
    dice,
    problem,
    keys,
    h("div", { class: "km-join-foot" }, h("button", { type: "button", text: "Delete", on: { click: back } }), go),
  );
  draw();
}

// Repeats a request while the server is busy because many pupils join. `said` is the element for a message meanwhile.
async function inTurn(ask, said) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error.status !== 429) throw error;
      said.textContent = error.message;
      await delay(2000);
    }
  }
}

async function askName() {
  onkeydown = document.onpaste = null;
  const said = h("p", { class: "km-join-message", role: "alert" });
  page(h("h1", { text: "Joining …" }), said);
  try {
    nameForm(await inTurn(() => requestClassEndpoint("join-name-options", { tell: { code } }), said), said);
  } catch (error) {
    askCode(error.status ? error.message : CLASS_TEXTS.join_no_server);
  }
}

// `names`: kind of names that this room accepts; `list`: names to choose from; `known`: pupils who have joined from
// this
// browser.
function nameForm({ names, list, known }, said) {
  said.textContent = "";
  const own = names === "list"
    ? h(
      "select",
      { required: true, "aria-label": CLASS_TEXTS.join_name_label },
      h("option", { value: "", text: CLASS_TEXTS.join_name_prompt }),
      list.map((name) => h("option", { value: name, dir: "auto", text: name })),
    )
    : h("input", {
      type: "text",
      maxlength: MAX_NAME_LENGTH,
      autocomplete: "off",
      dir: "auto",
      "aria-label": CLASS_TEXTS.join_name_hint,
      placeholder: CLASS_TEXTS.join_name_placeholder,
    });
  const title = h("h1", { "aria-live": "polite" });
  const place = h("div", { class: "km-join-face" });
  const draw = () => {
    place.replaceChildren(renderAvatar(mine));
    title.textContent = names === "list" && !own.value
      ? CLASS_TEXTS.join_name_title
      : fillPlaceholders(CLASS_TEXTS.join_chosen_name, { pupil: own.value.trim() || avatarName(mine) });
  };
  own.addEventListener("input", draw);
  const another = () => {
    mine = Math.floor(Math.random() * UNMARKED_AVATAR_COUNT);
    draw();
  };
  let isComing = false; // a second press would be a second pupil
  const come = async (isFirst) => {
    if (isComing) return;
    isComing = true;
    const fields = [...form.querySelectorAll("input, select, button")];
    try {
      const join = (ticket) => inTurn(() => joinClass(code, own.value.trim(), mine, { ticket, isFirst }), said);
      let me = await join();
      if (me.taken) { // perhaps the same pupil on another device
        isComing = false;
        return returnForm(own.value.trim(), CLASS_TEXTS.join_taken_note, () => {
          show();
          come(false);
        });
      }
      while (me.waiting) { // many want to join from this address: the teacher decides
        for (const field of fields) field.disabled = true;
        said.textContent = CLASS_TEXTS.join_queue_note;
        await delay(2000);
        me = await join(me.ticket);
      }
      start(me);
    } catch (error) {
      isComing = false;
      for (const field of fields) field.disabled = false;
      if (error.status === 404) askCode(error.message);
      else said.textContent = error.status ? error.message : CLASS_TEXTS.join_no_server;
    }
  };
  const only = names === "list" ? CLASS_TEXTS.join_names_chosen : CLASS_TEXTS.join_names_private;
  const form = h(
    "form",
    {
      class: "km-join-name",
      on: {
        submit: (event) => {
          event.preventDefault();
          come(true);
        },
      },
    },
    names === "made" ? null : own,
    said,
    h(
      "div",
      { class: "km-join-foot" },
      h("button", {
        type: "button",
        text: names === "list" ? CLASS_TEXTS.join_face_button : CLASS_TEXTS.join_other_name_button,
        on: { click: another },
      }),
      h("button", { type: "submit", class: "km-primary", autofocus: true, text: CLASS_TEXTS.join_enter_button }),
    ),
  );
  const askReturn = (name, text) =>
    h("button", { type: "button", dir: "auto", text, on: { click: () => returnForm(name, "", show) } });
  const before = h(
    "div",
    { class: "km-join-before" },
    known.map((name) => askReturn(name, fillPlaceholders(CLASS_TEXTS.join_known_question, { pupil: name }))),
    askReturn("", CLASS_TEXTS.join_return_question),
  );
  const show = () => page(place, title, h("p", { text: only }), form, before);
  show();
  draw();
}

// A pupil who was in the class before, in another tab or on another device, types the return code. `name`: presumed
// name; `note`: reason for the question; `asNew`: continues as a new pupil.
function returnForm(name, note, asNew) {
  const said = h("p", { class: "km-join-message", role: "alert" });
  const own = h("input", {
    type: "text",
    inputmode: "numeric",
    maxlength: "12",
    autocomplete: "off",
    required: true,
    autofocus: true,
    "aria-label": CLASS_TEXTS.join_return_label,
    placeholder: CLASS_TEXTS.join_return_label,
  });
  const come = async (event) => {
    event.preventDefault();
    try {
      start(await inTurn(() => rejoinClassAndRestoreWork(code, own.value), said));
    } catch (error) {
      said.textContent = error.status ? error.message : CLASS_TEXTS.join_no_server;
    }
  };
  const title = name
    ? fillPlaceholders(CLASS_TEXTS.join_known_question, { pupil: name })
    : CLASS_TEXTS.join_return_title;
  page(
    h("h1", { dir: "auto", text: title }),
    h("p", { text: [note, CLASS_TEXTS.join_return_lead].filter(Boolean).join(" ") }),
    h(
      "form",
      { class: "km-join-name", on: { submit: come } },
      own,
      said,
      h(
        "div",
        { class: "km-join-foot" },
        h("button", { type: "button", text: CLASS_TEXTS.join_new_button, on: { click: asNew } }),
        h("button", { type: "submit", class: "km-primary", text: CLASS_TEXTS.join_return_button }),
      ),
    ),
  );
}

function start(me) {
  if (me.lesson) location.assign(pageAddress(me.lesson));
  else waitForLesson(me);
}

async function waitForLesson(me) {
  page(
    h("div", { class: "km-join-face" }, renderAvatar(me.face)),
    h("h1", { text: fillPlaceholders(CLASS_TEXTS.join_done_title, { pupil: me.name }) }),
    h("p", { role: "status", text: CLASS_TEXTS.join_waiting_note }),
  );
  for (let at = 0;;) {
    try {
      const pace = await requestClassEndpoint(`poll-session-state?at=${at}`, { key: me.token });
      at = pace.at;
      if (pace.lesson) return location.assign(pageAddress(pace.lesson));
    } catch (error) {
      if (error.status === 410) {
        clearStoredMembership(error);
        code = "";
        return askCode(error.message);
      }
      await delay(2000);
    }
  }
}

addEventListener("keydown", preventRepeatedEnter);
// The browser may restore this page from memory. Without a reload, it would wait as the previous pupil.
addEventListener("pageshow", (event) => event.persisted && location.reload());

const before = readMembership();
if (before && (!code || before.code === code)) {
  requestClassEndpoint("poll-session-state", { key: before.token }).then(
    (pace) => (pace.lesson ? location.assign(pageAddress(pace.lesson)) : waitForLesson(before)),
    (error) => {
      clearStoredMembership(error);
      code = "";
      askCode(error.said?.removed ? error.message : "");
    },
  );
} else if (code) askName();
else askCode();
