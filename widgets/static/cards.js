// Groups and cards of a scene as elements: piles, fans of backs, cards of three sizes.

const LOCK = "M7 10V8a5 5 0 0 1 10 0v2h2v11H5V10Zm2 0h6V8a3 3 0 0 0-6 0Z";
const LONG_WORD = /\p{L}{9}/u; // has no room across a narrow card
const LAYERS = 9; // at most so many edges of a pile are seen, one for four cards

// A count with few places is drawn as its places, filled and empty; any other as a figure.
function drawFact(view, fact) {
  const text = fact.of ? `${fact.value}/${fact.of}` : `${fact.value}`;
  const places = fact.of && fact.of <= 7 && fact.icon;
  const cls = [fact.score && "km-score", places && "km-places", places && fact.of > 5 && "km-manyplaces", fact.large && "km-large", fact.tone && `km-toned km-tone-${fact.tone}`];
  return h("li", { title: fact.label, "data-would": fact.id, class: cls.filter(Boolean).join(" ") },
    h("span", { class: "km-hidden", text: `${fact.label}: ${places ? text : ""}` }),
    places ? [Array.from({ length: fact.of }, (_, i) => icon(view.icons[fact.icon], i < fact.value ? "" : "km-off")), fact.of > 5 && h("b", { "aria-hidden": "true", text: fact.value })]
      : [fact.icon && icon(view.icons[fact.icon]), h("span", { text })],
    fact.id && h("b", { class: "km-to" }));
}

function drawGroup(view, group, tabbed) {
  if (group.track) return drawLine(view, group);
  const body = group.board ? drawBoard(view, group) : group.look === "acts" ? drawActs(view, group) : drawRow(view, group);
  const look = group.board ? "" : group.look ?? "";
  const wants = look === "panels" && group.items.some(({ places }) => places);
  return h("div", { class: `km-group ${wants ? "km-wants" : ""} ${group.small ? "km-small" : ""} ${group.wide ? "km-wide" : ""} ${look && `km-look-${look}`} ${tabbed ? "km-tabbed" : ""}` },
    group.label && h("h4", { title: group.lock }, group.label, group.lock && [icon(LOCK), h("span", { class: "km-hidden", text: ` ${group.lock}` })]), body, note(group.note));
}

function drawRow(view, group) {
  if (!group.items.length) return note(group.empty ?? "", "empty");
  const many = [2, 3, 4, 5, 7].filter((n) => group.items.length >= n).map((n) => `km-n${n}`);
  const more = [group.items[4]?.person && "km-fifth", group.items.some(({ name }) => (group.items.length > 5 ? /\p{L}{8}/u : LONG_WORD).test(name ?? "")) && "km-longnames"];
  return view.oneStop(h("div", { class: ["km-cards", ...many, ...more].filter(Boolean).join(" "), role: "group", "aria-label": group.label, "data-row": group.id, style: `--km-n:${group.items.length}` },
    group.items.map((card) => (PIECES[group.look] ? drawPiece(view, card, group.look) : drawCard(view, card)))));
}

// A card as it lies: a pile, a fan of backs, or the card itself.
function drawCard(view, card) {
  if (card.pile) return view.place(card, "km-card km-pile", {}, pileOf(view, card), " ", h("span", { class: "km-name", text: card.name }));
  if (card.back) return view.place(card, "km-card km-fan", {}, h("span", { class: "km-name km-hidden", text: card.name }), " ", fanOf(view, card));
  const { signs, effect } = card;
  return view.place(card, `km-card ${card.person ? "km-person" : ""} ${signs?.length ? `km-signed ${effect ? "km-told" : ""}` : ""}`, {}, faceOf(view, card));
}

function faceOf(view, card) {
  const { big, unit, count, skills, list, text, name, signs, effect } = card;
  const number = big !== undefined ? String(big) : "";
  return [
    picture(card, view.look, view.icons),
    h("span", { class: "km-body" }, words([
      h("span", { class: "km-name", text: name }),
      number && unit && h("span", { class: "km-unit", text: `${number} ${unit}` }),
      skills && h("span", { class: "km-meters" }, words(skills.map((skill) => meter(view, skill)))),
      skills && list?.length && h("span", { class: "km-under", text: `+ ${list.join(" + ")}` }),
      signs?.length > 0 && h("span", { class: "km-signs" }, words(signs.map((sign) => drawChange(view, sign)))),
      signs ? effect && h("span", { class: "km-text", text: effect }) : text && h("span", { class: "km-text", text })])),
    " ", h("span", { class: "km-caption", "aria-hidden": "true", text: card.caption ?? (skills ? skills.map(({ value }) => value).join(" ") : number || name) }),
    " ", number && h("span", { class: `km-num ${number.length > 4 ? "km-long" : ""}`, title: unit ?? null }, card.sign && icon(view.icons[card.sign]), number),
    " ", count > 1 && h("span", { class: "km-count", text: `\u00d7${count}` }),
    " ", h("span", { class: `km-spine ${LONG_WORD.test(name ?? "") ? "km-longname" : ""}`, "aria-hidden": "true" }, number ? h("b", { text: number.split(" / ")[0] }) : h("b", {}, card.icon && icon(view.icons[card.icon])), " ", h("span", { text: name }))];
}

function meter(view, { letter, label, value, of, icon: name }) {
  return h("span", { title: label }, name ? icon(view.icons[name]) : h("span", { text: letter }), " ", h("b", { text: value }),
    of && h("i", { class: "km-dots" }, Array.from({ length: of }, (_, i) => h("i", { class: i < value ? "km-on" : "" }))));
}

function pileOf(view, card) {
  const count = Number(card.big) || 0;
  const layers = Math.min(LAYERS, Math.ceil(count / 4));
  const edges = Array.from({ length: layers }, (_, i) => h("i", { style: `--i:${layers - i}` }));
  const top = !count ? h("i", { class: "km-none" }) : card.back ? backOf(card.back, view.look, view.icons) : picture(card, view.look, view.icons);
  return h("span", { class: "km-stack", "aria-hidden": "true", style: `--km-layers:${layers}` }, edges, h("span", { class: "km-onpile" }, top), h("span", { class: "km-cnt", text: card.big }));
}

function fanOf(view, card) {
  const count = Math.min(card.count ?? 1, 12), middle = (count - 1) / 2;
  return h("span", { class: "km-backs", "aria-hidden": "true", style: `--n:${count}` },
    Array.from({ length: count }, (_, i) => h("i", { style: `--i:${i - middle}` }, backOf(card.back, view.look, view.icons))),
    h("b", { text: card.count ?? 1 }));
}
