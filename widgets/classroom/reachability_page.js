// Page for a phone that has scanned the code of a room check and so has reached the machine. It says so, and tries a
// WebSocket if pages need one, and the other addresses of the machine.

import { BASE_URL, requestClassEndpoint } from "./avatars.js";
import { h } from "../page/elements.js";
import { normalizeLinkAndRemoveSpaces } from "../page/links.js";

const PATIENCE = 5000; // ms
const main = document.getElementById("km-main");
const t = normalizeLinkAndRemoveSpaces(new URLSearchParams(location.search).get("t") ?? "");

// Whether a WebSocket can be opened and returns the message that is sent over it.
function lineOpens() {
  return new Promise((found) => {
    const line = new WebSocket(new URL(`${BASE_URL}class/echo`, location.href.replace(/^http/, "ws")));
    const end = (works) => {
      found(works);
      line.close();
    };
    line.onopen = () => line.send("here");
    line.onmessage = ({ data }) => end(data === "here");
    line.onerror = () => end(false);
    setTimeout(() => end(false), PATIENCE);
  });
}

// Sends a request to another address of the machine. This page cannot read the response, but the machine registers it.
function tries(address) {
  return fetch(`${address}class/answer-probe?t=${encodeURIComponent(t)}`, {
    mode: "no-cors",
    cache: "no-store",
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => null);
}

function page(title, ...kids) {
  const said = h("div", { role: "status" }, h("h1", { text: title }), ...kids.splice(0, 2));
  main.replaceChildren(h("div", { class: "km-join-form km-join-reachability" }, said, ...kids));
}

async function tell() {
  page("One moment …");
  try {
    const { by, others, wire } = await requestClassEndpoint("save-device-report-and-list-tests", { tell: { t } });
    const open = wire ? await lineOpens() : null;
    await Promise.all(others.map(tries));
    await requestClassEndpoint("save-device-report-and-list-tests", {
      tell: { t, tried: true, ...(wire ? { wire: open } : {}) },
    });
    page(
      "Reached.",
      h("p", { class: "km-join-join-method", text: by }),
      h("p", {
        text: open === false
          ? "But the connection doesn’t stay open, and the pages need it. The board tells you what to do."
          : "This device can take part. You can see it on the board too.",
      }),
      h("a", { class: "km-class-button", href: `${BASE_URL}join`, text: "Join the class" }),
    );
  } catch (error) {
    page(
      error.status ? "The check is not possible now." : "The check worked only in part.",
      h("p", {
        text: error.status
          ? error.message
          : "This page arrived, but its answer didn’t. Reload it once. A filter may be blocking it.",
      }),
    );
  }
}

tell();
