// Acts and what would follow from them: every choice of the moment as a button with its consequences, drawn on the table
// too while it is pointed at. And tracks: rows of beads that rise, with what opens on them, each before a row of pieces.

// ---- what would follow -------------------------------------------------------------------------------------------------

const changeText = ({ from, to, text }) => [from !== undefined && `${from} \u2192`, to, text].filter((part) => part !== undefined && part !== false).join(" ");

const drawChange = (view, change) => h("span", { class: `km-change ${change.look ? `km-is-${change.look}` : ""}`, title: change.label ?? null },
  change.icon && h("i", { class: "km-field-icon", style: change.kind && view.colours(change) }, icon(view.icons[change.icon])),
  h("span", {}, change.from !== undefined && `${change.from} \u2192 `, change.to !== undefined && h("b", { text: change.to }), change.text));

// An action while it is pointed at shows on the table what it would change.
function foresee(view, el, n) {
  const show = () => view.foresee(n), hide = () => view.foresee(null);
  el.addEventListener("pointermove", ({ movementX, movementY, pointerType }) => pointerType !== "touch" && (movementX || movementY) && show());
  el.addEventListener("pointerleave", hide);
  el.addEventListener("focus", show);
  el.addEventListener("blur", hide);
  return el;
}

// `would` of an action names facts, tracks and prices by their ids; all others stand as they are.
function drawForesight(view, action) {
  for (const el of view.root.querySelectorAll("[data-would]")) {
    const to = action?.would?.[el.dataset.would];
    el.classList.toggle("km-would", to !== undefined);
    if (el.matches(".km-beads")) {
      el.style.setProperty("--to", to ?? el.dataset.value);
      el.classList.toggle("km-falls", to < Number(el.dataset.value));
    }
    el.querySelector(".km-to").textContent = to ?? "";
  }
  const part = view.root.querySelector(".km-odds[data-acts]");
  if (!part) return;
  const odds = view.shown.odds.find(({ acts }) => acts);
  part.replaceWith(oneChance(view, odds));
}

// ---- acts ----------------------------------------------------------------------------------------------------------------

function actBox(view, action, narrow) {
  const changes = action.changes ?? [];
  const said = [action.label, action.chance && `${action.chance.label}: ${action.chance.percent}`, ...changes.map((change) => [change.label, changeText(change)].filter(Boolean).join(" "))];
  const was = view.scene.was?.n === action.n && !view.preview;
  return foresee(view, h("button", { type: "button", key: `act:${action.label}`, class: `km-act ${was ? "km-as-then" : ""}`, "data-n": action.n, "data-said": said.filter(Boolean).join(", "), on: { click: () => view.act(action.n) } },
    words([h("span", { class: "km-act-head" }, words([h("b", { text: action.short ?? action.label }), action.chance && h("span", { class: "km-act-chance" }, dial(action.chance.share), h("em", { text: action.chance.percent }))])),
      changes.length > 0 && h("span", { class: "km-changes" }, words((narrow ? changes.filter(({ small }) => small) : changes).map((change) => drawChange(view, change)))),
      was && h("small", { text: W.as_then })])), action.n);
}

// What cannot be done stands in its place, with its reason; where it is narrow, with what is so now.
const refusedBox = (view, { label, why }, id, narrow) => h("div", { class: "km-act km-refused" },
  h("span", { class: "km-act-head" }, h("b", { text: label })), h("span", { class: "km-why" }, narrow && why.cuts?.[0] < why.cuts?.[1] ? [...why.text].slice(...why.cuts).join("") : why.text, " ", view.ruleButton(why.rule, `refused:${id}:${label}`)));

// Each card with its acts beside it; of many cards, below it.
function drawActs(view, group) {
  const narrow = group.items.length > 2;
  return h("div", { class: `km-acts ${narrow ? "km-columns" : ""}`, role: "group", "aria-label": group.label, "data-row": group.id, style: `--km-n:${group.items.length}` }, group.items.map((card) => {
    const does = view.preview ? [] : (card.does ?? []).map((n) => actBox(view, view.actions.get(n), narrow));
    const refused = view.preview ? [] : (card.refused ?? []).map((one) => refusedBox(view, one, card.id, narrow));
    return h("div", { class: "km-pick" }, card.strips?.length > 0 && h("span", { class: "km-strips", "aria-hidden": "true" }, card.strips.map((strip) => h("span", { style: view.colours(card) }, words(strip.map((change) => drawChange(view, change)))))),
      drawCard(view, card), (narrow || does.length + refused.length > 0) && h("div", { class: "km-pick-acts" }, does, refused));
  }));
}

// ---- tracks --------------------------------------------------------------------------------------------------------------

function drawTrack(view, { id, track }) {
  const { label, value, most, marks = [], kind, text } = track;
  if (value === undefined) return h("span", { class: "km-beads km-trackless", text });
  const told = [`${label} ${value}`, ...marks.map(({ said }) => said)].filter(Boolean).join("; ");
  return h("span", { class: "km-beads", role: "img", "aria-label": told, "data-would": id, "data-value": value, style: `--most:${most};--v:${value};--to:${value};${view.colours({ kind })}` },
    marks.map((mark) => h("i", { class: `km-mark2 km-is-${mark.look} ${mark.at > 0.93 * most ? "km-last-mark" : ""}`, style: `--at:${Math.min(mark.at, most)}` }, h("small", { text: mark.label }))),
    h("i", { class: "km-bead-way" }), h("i", { class: "km-bead-next" }), h("i", { class: "km-bead-full" }), h("b", { class: "km-pin", text: value }), h("b", { class: "km-pin km-to" }));
}

function drawLine(view, group) {
  const { track, tail } = group;
  return h("div", { class: "km-group km-line-of", style: view.colours(track) },
    view.place(group.head, "km-piece km-a-head", {}, h("i", {}, icon(view.icons[track.icon])), " ", h("span", { text: group.head.name })),
    drawTrack(view, group), drawRow(view, group) || h("span"),
    tail && h("span", { class: "km-tail", title: tail.label, "data-would": tail.id }, tail.icon && icon(view.icons[tail.icon]), h("span", { text: tail.text }), h("b", { class: "km-to" })));
}

// After a redraw each pin goes from where it was to where it is.
const pinsOf = (root) => new Map([...root.querySelectorAll(".km-beads[data-value]")].map((el) => [el.dataset.would, el.querySelector(".km-pin").getBoundingClientRect().left]));

function slidePins(view, before) {
  for (const [id, left] of pinsOf(view.root)) {
    const by = (before.get(id) ?? left) - left;
    const pin = view.root.querySelector(`.km-beads[data-would="${CSS.escape(id)}"] .km-pin`);
    if (Math.abs(by) > 1) view.motion.run(pin, [{ transform: `translateX(${by}px)` }, { transform: "none" }], { duration: 500 });
  }
}
