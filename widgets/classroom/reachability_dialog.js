// Check of the room before the lesson: a code to scan with a phone, the addresses by which phones came, and help where
// nothing comes.

import { CLASS_TEXTS } from "./class_texts.js";
import { delay, requestClassEndpoint } from "./avatars.js";
import { fillPlaceholders, h } from "../page/elements.js";

export function openReachabilityDialog(board) {
  const asking = new AbortController();
  const place = h("div", { class: "km-reachability" });
  const dialog = board.openDialog(
    CLASS_TEXTS.reachability_label,
    h("h2", { text: CLASS_TEXTS.reachability_title }),
    place,
    board.button("Close", "no-check", () => dialog.close(), "km-primary"),
  );
  dialog.classList.add("km-reachability-dialog");
  dialog.addEventListener("close", () => asking.abort());
  follow(board, place, asking);
}

async function follow(board, place, asking) {
  const ui = { show: "", open: false };
  let found = null;
  const draw = () => found && board.redrawIfChanged(place, [found, ui.show], () => kids(board, found, ui, show));
  // request the code of another address at once
  const show = async (address) => {
    ui.show = address;
    found = await ask("poll-reachability?").catch(() => found);
    draw();
  };
  const ask = (path) =>
    requestClassEndpoint(`${path}&show=${encodeURIComponent(ui.show)}`, { key: board.key, signal: asking.signal });
  for (let path = "poll-reachability?";;) {
    try {
      found = await ask(path);
      path = `poll-reachability?at=${found.at}`;
      draw();
    } catch {
      if (asking.signal.aborted) return;
      await delay(1500);
    }
  }
}

function kids(board, found, ui, show) {
  const others = found.rows.filter(({ address }) => address !== found.address);
  return [
    found.picture
      ? h(
        "div",
        { class: "km-reachability-picture" },
        h("img", {
          src: `data:image/svg+xml,${encodeURIComponent(found.picture)}`,
          alt: CLASS_TEXTS.reachability_qr_alt,
          width: "240",
          height: "240",
        }),
        h("b", { class: "km-reachability-address", text: found.address }),
      )
      : null,
    h(
      "div",
      { class: "km-reachability-message" },
      h(
        "ul",
        { class: "km-reachability-rows", "aria-label": CLASS_TEXTS.reachability_addresses_label },
        found.rows.map((row) =>
          h(
            "li",
            { class: row.came ? "km-reachability-success" : row.tried ? "km-reachability-failure" : "" },
            h("b", { text: row.address }),
            h("span", { text: said(row) }),
          )
        ),
      ),
      h("div", { role: "status" }, found.advice.filter(({ wait }) => !wait).map(({ text }) => h("p", { text }))),
      found.advice.some(({ wait }) => wait)
        ? h(
          "details",
          { open: ui.open, on: { toggle: (event) => (ui.open = event.target.open) } },
          h("summary", { text: CLASS_TEXTS.reachability_reasons_heading }),
          h("ol", {}, found.advice.filter(({ wait }) => wait).map(({ text }) => h("li", { text }))),
        )
        : null,
      others.map(({ address }) =>
        board.button(
          fillPlaceholders(CLASS_TEXTS.reachability_picture_button, { address: address.replace(/^https?:\/\//, "") }),
          `show:${address}`,
          () => show(address),
        )
      ),
    ),
  ];
}

function said({ here, came, tried }) {
  if (came) return `reached by ${came === 1 ? "1 device" : `${came} devices`}`;
  if (tried) return CLASS_TEXTS.reachability_failed;
  return here ? CLASS_TEXTS.reachability_untried : CLASS_TEXTS.reachability_no_local_answer;
}
