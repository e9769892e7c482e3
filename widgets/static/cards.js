// Zones, groups and cards of a scene as elements: rugs of seats, piles, fans of backs, cards of three sizes.

const LOCK = "M7 10V8a5 5 0 0 1 10 0v2h2v11H5V10Zm2 0h6V8a3 3 0 0 0-6 0Z";
const LONG_WORD = /\p{L}{9}/u; // has no room across a narrow card
const LAYERS = 9; // at most so many edges of a pile are seen, one for four cards

function drawZone(view, zone) {
  const seat = zone.seat !== undefined;
  const tabs = zone.tabs && tabsOf(view, zone);
  const el = view.drawn.part(`zone:${zone.id}`, seat, () => h("section"));
  dress(el, { class: `km-zone ${seat ? "km-rug" : ""} ${zone.now ? "km-now" : ""} ${zone.look ? `km-a-${zone.look}` : ""} ${zone.facts.some(({ score }) => score) ? "km-scored" : ""} ${looksOf([zone])}`, "aria-label": zone.title, key: zone.id, style: seat ? `--km-seat:var(--km-seat-${zone.seat % 6})` : null });
  const groups = zone.groups.filter((group) => group.at !== "hand").map((group) => keptGroup(view, zone, group, tabs?.now === group.id));
  settle(el, [zoneHead(view, zone), tabs?.bar, ...groups].filter(Boolean));
  return el;
}

// What these zones hold, as looks of what they lie on.
const looksOf = (zones) => [...new Set(zones.flatMap((zone) => [zone.look, ...zone.groups.map(({ look }) => look)]).filter(Boolean))].map((look) => `km-with-${look}`).join(" ");

function zoneHead(view, zone) {
  const aimed = view.aimed(zone.id);
  const role = zone.says ?? view.scene.roles[zone.seat];
  return view.drawn.part(`head:${zone.id}`, [zone.seat, zone.title, role, zone.facts, aimed, aimed && view.scene.was, view.scene.names], () => h("header", {},
    zone.seat !== undefined && view.pawn(zone.seat),
    h("h3", { text: zone.title }),
    role && h("span", { class: "km-role", text: role }),
    zone.facts.length && h("ul", { class: "km-facts" }, zone.facts.map((fact) => drawFact(view, fact))),
    aimed && actionButton(view, aimed, "aim")));
}

const keptGroup = (view, zone, group, tabbed) => view.drawn.part(`group:${zone.id}:${group.id}:${group.label}`, shownBy(view, group, tabbed), () => {
  const el = drawGroup(view, group, tabbed);
  return group.at === "hand" ? arc(el) : el;
});

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
  const more = [group.items[4]?.person && "km-fifth", group.items.some(({ name }) => LONG_WORD.test(name ?? "")) && "km-longnames"];
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

function drawHand(view, scene) {
  const groups = scene.zones.filter((zone) => zone.area === "mine").flatMap((zone) => zone.groups.filter((group) => group.at === "hand").map((group) => keptGroup(view, zone, group)));
  settle(view.hand, groups);
  view.hand.hidden = !groups.length;
}

// The cards of the hand lie on an arc, each a little turned.
function arc(group) {
  for (const row of group.querySelectorAll(".km-cards")) {
    const middle = (row.children.length - 1) / 2;
    row.classList.toggle("km-crowd", row.children.length > 8);
    [...row.children].forEach((card, i) => {
      card.style.setProperty("--km-tilt", `${((i - middle) * 0.7).toFixed(2)}deg`);
      card.style.setProperty("--km-dip", `${((i - middle) ** 2 * 0.035).toFixed(3)}rem`);
    });
  }
  return group;
}
