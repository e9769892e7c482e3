// Groups of a zone: rows of cards or pieces, maps, and renderers of games. If there is little space, groups have tabs.

import { h, icon, joinWithSpaces, noteParagraph } from "../page/elements.js";
import { drawCellMap } from "./cell_map.js";
import { drawCard, LONG_WORD_PATTERN } from "./cards.js";
import { customRendererFor, registerRenderers, RENDERERS } from "./renderers.js";
import { currentSummary } from "./event_summary.js";
import { isMultiSelectable } from "./multi_select.js";

/** @import { Card, Group, Zone } from "./scene.d.ts" */
/** @import { CardRenderer, TableView } from "./view.d.ts" */

registerRenderers({
  pieceContent: {
    // a name and a number
    /** @type {CardRenderer<Card>} */
    chips: (
      view,
      card,
    ) => [
      icon(view.icons[card.icon] ?? view.icons.deck),
      h("span", { text: card.name }),
      card.big !== undefined && h("b", { text: card.big }),
      card.count > 1 && h("b", { text: `\u00d7${card.count}` }),
      view.peekedScene && card.caption && h("small", { text: card.caption }),
    ],
  },
  pieceClass: { chips: (card) => (card.big !== undefined || card.count > 1 ? "km-has-number" : "") },
});

/** @param {TableView} view @param {Group} group @param {boolean} [tabbed] */
export function drawGroup(view, group, tabbed) {
  const { groupBody: bodies, pieceClass: marks } = RENDERERS, whole = customRendererFor("group", group);
  if (whole) return whole(view, group, tabbed);
  const body = group.board ? drawCellMap(view, group) : (bodies[group.look] ?? drawGroupRow)(view, group);
  const look = group.board ? "" : group.look ?? "";
  const marked = marks[look] ? [...new Set(group.items.map(marks[look]))].join(" ") : "";
  return h(
    "div",
    {
      class: `km-group ${marked} ${group.small ? "km-small" : ""} ${look && `km-group-${look}`} ${
        tabbed ? "km-has-tabs" : ""
      }`,
      style: `--count:${group.items?.length || 1}`,
    },
    group.label && h("h4", { text: group.label }),
    body,
    group.note && h("p", { class: "km-note", title: group.note, text: group.note }),
  );
}

/** @param {TableView} view @param {Group} group */
export function drawGroupRow(view, group) {
  if (!group.items.length) return noteParagraph(group.empty ?? "", "empty");
  const many = [2, 3, 4, 5, 7, 9, 11, 15].filter((n) => group.items.length >= n).map((n) => `km-n${n}`);
  const more = [
    group.items[4]?.person && "km-fifth-card",
    group.items.some(({ name }) => (group.items.length > 5 ? /\p{L}{8}/u : LONG_WORD_PATTERN).test(name ?? "")) &&
    "km-longnames",
  ];
  return view.makeRovingTabStop(
    h(
      "div",
      {
        class: ["km-cards", ...many, ...more].filter(Boolean).join(" "),
        role: "group",
        "aria-label": group.label,
        "data-row": group.id,
        style: `--km-n:${group.items.length}`,
      },
      group.items.map((
        card,
      ) => (RENDERERS.pieceContent[group.look] ? drawPiece(view, card, group.look) : drawCard(view, card))),
    ),
  );
}

/** @param {TableView} view @param {Card} card @param {string} look */
function drawPiece(view, card, look) {
  return view.drawCardButton(
    card,
    `km-piece km-variant-${look} km-kind-${card.kind ?? "none"} ${card.person ? "km-person" : ""} ${
      RENDERERS.pieceClass[look]?.(card) ?? ""
    }`,
    {},
    joinWithSpaces(RENDERERS.pieceContent[look](view, card)),
  );
}

// Number of cells of a map that accept the selected card.
/** @param {TableView} view @param {Group} group */
const fitting = (view, group) =>
  group.board?.cells.filter(({ id }) => view.cards.get(view.selectedId)?.fits?.includes(id)).length ?? 0;

// Whether a group has an item that can be selected now.
/** @param {TableView} view @param {Group} group */
const asked = (view, group) => group.items?.some((item) => item.state === "play" || isMultiSelectable(view, item));

// If there is little space, only one group of a zone is visible. A group in which users can choose opens automatically.
/** @param {TableView} view @param {Zone} zone @returns {{ selectedGroupId: string | undefined, bar: Element }} */
export function drawTabBarAndSelectGroup(view, zone) {
  const groups = zone.groups.filter((group) => zone.tabs.includes(group.id));
  const kept = view.tabs.get(zone.id);
  const told = kept?.step !== view.scene.step && currentSummary(view)?.tab; // what a scene is about lies on top
  const before = groups.find((group) => group.id === kept?.id) ?? groups[0];
  const free = kept?.step !== view.scene.step && !view.scene.coach && !asked(view, before);
  const last = groups.find((group) => group.tab === told) ??
    (free ? groups.find((group) => asked(view, group)) : undefined) ?? before;
  // Selecting a card opens a group in which it fits, unless the user has opened another group since then.
  const now = kept?.card !== view.selectedId && !fitting(view, last)
    ? groups.find((group) => fitting(view, group)) ?? last
    : last;
  const tabs = groups.map((group) =>
    h("button", {
      type: "button",
      role: "tab",
      key: `tab:${group.id}`,
      "aria-selected": String(group === now),
      text: [group.tab, fitting(view, group)].filter(Boolean).join(" "),
      on: {
        click: () => {
          view.tabs.set(zone.id, { id: group.id, card: view.selectedId, step: view.scene.step });
          view.draw();
          view.focusKey(`tab:${group.id}`);
        },
      },
    })
  );
  return {
    selectedGroupId: now?.id,
    bar: h("div", { class: "km-tabs", role: "tablist", "aria-label": zone.title }, tabs),
  };
}
