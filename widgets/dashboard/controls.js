// The native controls of a dashboard. Each control sends its setting and displays the value that the kernel returns.

import { formatSigned, normalizeTypedText } from "../page/numbers.js";
import { fillPlaceholders, h } from "../page/elements.js";
import { unmodifiedKey } from "../page/keyboard.js";
import { TEXTS } from "../page/texts.js";

const TABS_FROM = 4; // controls from which on a phone shows one at a time
const HOLD = [400, 70]; // ms until a held step button repeats, and between its steps

let controlIds = 0;

// A button that repeats its step while it is held down.
function stepButton(input, by, label) {
  const once = () => {
    input.value = input.valueAsNumber + by;
    input.dispatchEvent(new Event("input"));
  };
  let timer = null;
  const end = () => clearTimeout(timer);
  const again = (wait) => (timer = setTimeout(() => {
    once();
    again(HOLD[1]);
  }, wait));
  return h("button", {
    type: "button",
    "aria-label": fillPlaceholders(by < 0 ? TEXTS.one_less : TEXTS.one_more, { label }),
    text: by < 0 ? "−" : "+",
    on: {
      click: (event) => event.detail || once(),
      pointerdown: () => {
        once();
        again(HOLD[0]);
      },
      pointerup: end,
      pointerleave: end,
      pointercancel: end,
    },
  });
}

// Kind of control -> function that draws a control on the page from its description.
const CONTROLS = {
  // A number in a sentence: two buttons step it, a slider moves it. On a phone, an invisible slider covers the number.
  slider(page, { name, label, before, after, one, least, most, signed: sign }) {
    const input = h("input", { type: "range", name, min: least, max: most, step: 1 });
    const [start, number, unit] = [h("span"), h("b"), h("span")];
    const steps = [-1, 1].map((step) => stepButton(input, step, label));
    const say = () => {
      const n = input.valueAsNumber;
      number.textContent = sign ? formatSigned(n) : `${n}`;
      start.textContent = before && `${before} `;
      unit.textContent = ` ${n === 1 ? one : after}`.trimEnd();
      input.setAttribute("aria-label", `${start.textContent}${number.textContent}${unit.textContent}`);
      input.setAttribute("aria-valuetext", `${number.textContent}${unit.textContent}`);
      steps[0].disabled = n === least;
      steps[1].disabled = n === most;
    };
    input.addEventListener("input", () => {
      say();
      page.sendValues({ [name]: input.valueAsNumber });
    });
    page.subscribeToValue(name, (value) => {
      input.value = value;
      say();
    });
    const pill = h("span", { class: "km-dashboard-step" }, steps[0], number, steps[1]);
    return h(
      "div",
      { class: "km-dashboard-slider" },
      h("span", { class: "km-dashboard-texts" }, start, pill, unit),
      input,
    );
  },

  choice(page, { name, label, options }) {
    const group = `km-dashboard-c${++controlIds}`;
    const inputs = options.map(({ value, label: text }) => {
      const input = h("input", {
        type: "radio",
        name: group,
        value,
        on: { change: () => page.sendValues({ [name]: value }) },
      });
      return [input, h("label", {}, input, h("span", { text }))];
    });
    page.subscribeToValue(name, (value) => {
      for (const [input] of inputs) input.checked = input.value === value;
    });
    const short = options.every((option) => option.label.length < 10);
    return h(
      "fieldset",
      { class: `km-dashboard-choice${short ? " km-dashboard-is-short" : ""}`, "data-name": name },
      h("legend", { text: label }),
      h("div", {}, inputs.map(([, el]) => el)),
    );
  },

  // Items that the user orders by importance. Items that are left out can be added.
  order(page, { name, label, options }) {
    const list = h("ol");
    const rest = h("div", { class: "km-dashboard-row" });
    const group = h(
      "fieldset",
      { class: "km-dashboard-order", "data-name": name },
      h("legend", { text: label }),
      list,
      rest,
    );
    const words = Object.fromEntries(options.map((option) => [option.value, option.label]));
    let now = null;
    const change = (value, focus) => {
      write(value);
      page.sendValues({ [name]: value });
      const buttons = [...group.querySelectorAll("button")];
      (buttons.find((one) => one.dataset.for === focus && !one.disabled) ?? buttons.find((one) => !one.disabled))
        ?.focus();
    };
    const button = (text, told, of, value) =>
      h("button", { type: "button", text, "aria-label": told, "data-for": of, on: { click: () => change(value, of) } });
    const item = (one, i) => {
      const [without, up] = [now.filter((other) => other !== one), [...now]];
      if (i) up.splice(i - 1, 2, one, now[i - 1]);
      const raise = button("↑", fillPlaceholders(TEXTS.move_up, { label: words[one] }), `up:${one}`, up);
      raise.disabled = !i;
      return h(
        "li",
        {},
        h("span", { text: words[one] }),
        raise,
        button("×", fillPlaceholders(TEXTS.leave_out, { label: words[one] }), `out:${one}`, without),
      );
    };
    const write = (value) => {
      if (now && value.join() === now.join()) return;
      now = [...value];
      list.replaceChildren(...now.map(item));
      const left = options.filter((option) => !now.includes(option.value));
      rest.replaceChildren(
        ...left.map((option) =>
          button(
            `+ ${option.label}`,
            fillPlaceholders(TEXTS.add_option, { label: option.label }),
            `up:${option.value}`,
            [...now, option.value],
          )
        ),
      );
    };
    page.subscribeToValue(name, write);
    return group;
  },

  switch(page, { name, label }) {
    const input = h("input", {
      type: "checkbox",
      name,
      on: { change: () => page.sendValues({ [name]: input.checked }) },
    });
    page.subscribeToValue(name, (value) => (input.checked = value));
    return h("label", { class: "km-dashboard-switch" }, input, h("span", { text: label }));
  },

  numbers(page, { name, label, least, most, fields, presets }) {
    const problem = h("p", { id: `km-dashboard-c${++controlIds}`, class: "km-dashboard-problem", role: "alert" });
    const inputs = fields.map((field) =>
      h("input", {
        type: "text",
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: 6,
        "aria-label": field.label,
        "aria-describedby": problem.id,
        on: {
          input: (event) => event.target.value.trim() && send(),
          change: () => send(),
          keydown: (event) => {
            const step = { ArrowUp: 1, ArrowDown: -1 }[unmodifiedKey(event)];
            const value = Number(event.target.value) + step;
            if (!step || !(value >= least && value <= most)) return;
            event.preventDefault();
            event.target.value = value;
            send();
          },
        },
      })
    );
    const send = () => page.sendValues({ [name]: inputs.map((input) => input.value) });
    const buttons = presets.map((preset) =>
      h("button", {
        type: "button",
        text: preset.label,
        on: {
          click: () => {
            inputs.forEach((input, i) => (input.value = preset.value[i]));
            send();
          },
        },
      })
    );
    const typed = (input) => normalizeTypedText(input.value);
    page.subscribeToValue(name, (value, said) => {
      problem.textContent = said;
      problem.hidden = !said;
      inputs.forEach((input, i) => {
        const bad = said &&
          !(/^\d+$/.test(typed(input)) && Number(typed(input)) >= least && Number(typed(input)) <= most);
        if (bad) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
        if (!said && Number(typed(input)) !== value[i] | input.value === "") input.value = value[i];
      });
      presets.forEach((preset, i) =>
        buttons[i].setAttribute("aria-pressed", String(!said && preset.value.join() === value.join()))
      );
    });
    return h(
      "fieldset",
      { class: "km-dashboard-numbers", "data-name": name },
      h("legend", { text: label }),
      buttons.length > 0 && h("div", { class: "km-dashboard-row" }, buttons),
      h(
        "div",
        { class: "km-dashboard-fields" },
        fields.map((field, i) => h("label", {}, h("span", { "aria-hidden": "true", text: field.short }), inputs[i])),
      ),
      problem,
    );
  },
};

// On a phone, only one control of many is visible. A tab for each control shows its name and setting.
function controlTabs(page, controls, made) {
  const told = (
    control,
    value,
  ) => (control.options
    ? control.options.find((option) => option.value === value)?.label
    : typeof value === "boolean"
    ? (value ? TEXTS.yes : TEXTS.no)
    : `${control.signed ? formatSigned(value) : value}`);
  const pick = (at) =>
    [...made, ...buttons].forEach((el, i) => {
      const on = i % made.length === at;
      el.classList.toggle("km-dashboard-is-on", on);
      if (i >= made.length) el.setAttribute("aria-pressed", String(on));
    });
  const buttons = controls.map((control, i) => {
    const value = h("b");
    page.subscribeToValue(control.name, (now) => (value.textContent = told(control, now)));
    return h(
      "button",
      { type: "button", on: { click: () => pick(i) } },
      h("span", { text: control.label.replace(/:$/, "") }),
      " ",
      value,
    );
  });
  pick(0);
  return h("div", {
    class: "km-dashboard-tabs",
    role: "group",
    "aria-label": TEXTS.what_to_change,
    style: `--columns:${controls.length % 3 ? 2 : 3}`,
  }, buttons);
}

export function renderControls(page, { controls }) {
  const made = controls.map((control) => CONTROLS[control.kind](page, control));
  const many = controls.length >= TABS_FROM && controls.some(({ kind }) => kind !== "switch");
  return h(
    "div",
    { class: `km-dashboard-controls${many ? " km-dashboard-has-many-controls" : ""}` },
    many && controlTabs(page, controls, made),
    made,
  );
}
