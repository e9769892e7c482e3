// Common parts of all pages with a kernel: one strip for messages to the reader, one chart for a projector, and a
// second try for parts that did not load. Runs after theme.js.
const kismetFrame = (() => {
  const byId = (id) => document.getElementById(id);

  // One strip for all messages about the page as a whole. A final message is not taken back.
  const strip = byId.bind(null, "km-connection-lost");
  let final = false;
  let said = "";
  function tell(text, { stays = false, closes = false, reloads = true } = {}) {
    if (final || said === text) return;
    final = stays;
    said = text;
    const button = (label, action) =>
      Object.assign(document.createElement("button"), { type: "button", textContent: label, onclick: action });
    strip().replaceChildren(`${text} `);
    if (reloads) {
      strip().append(button(kismetWords.say("reload"), () => location.reload()), ` ${kismetWords.say("to_go_on")}`);
    }
    if (closes) strip().append(" ", button(kismetWords.say("close"), () => untell()));
    strip().hidden = false;
  }
  function untell(text = said) {
    if (final || said !== text) return;
    said = "";
    strip().hidden = true;
  }

  // If site data are blocked, work is saved in the name of this tab (page/storage.js). The page says so once.
  const isBlocked = (() => {
    try {
      for (const area of [localStorage, sessionStorage]) {
        area.setItem("kismet-data:", "");
        area.removeItem("kismet-data:");
      }
      return false;
    } catch {
      return true;
    }
  })();
  const notKept = window.top === window ? "not_kept" : "not_kept_frame"; // how to say it
  if (isBlocked && !window.name.startsWith("kismet-data:")) {
    addEventListener("DOMContentLoaded", () => {
      if (strip()) tell(kismetWords.say(notKept), { closes: true, reloads: false });
    });
  }

  // Reloads the page, which loses nothing, but only once for an address. Returns false if that was done before.
  const RETRY = "kismet-retry";
  function tryAgain() {
    try {
      if (sessionStorage.getItem(RETRY) === location.href) return false;
      sessionStorage.setItem(RETRY, location.href);
    } catch {
      return false; // without a memory there is no second try
    }
    location.reload();
    return true;
  }

  // ?show=chart displays only the first picture of the page, for a projector. ?show=chart2 displays only the second.
  const PICTURE_MS = 3000; // after which a page without a picture is shown whole
  let complete = false;
  const wanted = /^chart([1-9]?)$/.exec(new URLSearchParams(location.search).get("show") ?? "");
  function showOne() {
    const found = [...byId("km-cells").querySelectorAll(".km-chart, .km-builder, .km-outcomes, .km-table-odds")];
    const one = found[Number(wanted[1] || 1) - 1] ?? found.at(-1);
    document.documentElement.toggleAttribute("data-show", Boolean(one) || !complete);
    if (!one) return;
    const zoom = Math.max(1, Math.min(2.5, (innerHeight - 60) / 420)); // a chart is some 400 px high
    one.style.zoom = zoom;
    const over = document.documentElement.scrollHeight / innerHeight; // a bench or a table's stage may be higher
    if (one.matches(".km-shown:not(.km-chart)") && over > 1) one.style.zoom = zoom / over;
    if (one.classList.contains("km-shown")) return;
    for (const old of document.querySelectorAll(".km-shown, .km-show-way")) {
      old.classList.remove("km-shown", "km-show-way");
    }
    one.classList.add("km-shown");
    for (let el = one.parentElement; el.id !== "km-cells"; el = el.parentElement) {
      el.classList.add("km-show-way");
      if (el.tagName === "DETAILS") el.open = true;
    }
    dispatchEvent(new Event("resize")); // it has all the room now
  }
  if (wanted) {
    document.documentElement.toggleAttribute("data-show", true);
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(showOne).observe(byId("km-cells"), { childList: true, subtree: true });
    });
  }
  // The whole page has arrived.
  function shown() {
    complete = true;
    if (wanted) setTimeout(showOne, PICTURE_MS);
  }

  return { byId, isBlocked, notKept, tell, untell, tryAgain, shown, alone: Boolean(wanted) };
})();
