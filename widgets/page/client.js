// The only client of the page protocol (widgets/page/protocol.py). It numbers its messages, knows which are pending,
// resends those that may be sent twice, and reports when the kernel is silent.

import { loadFonts } from "./font_loader.js";

const PATIENCE = 20_000; // ms without a sign of a kernel that has been asked

/** Whether the widget is in a notebook, where users run the cell again. On our own pages, they reload the page. */
export const isInNotebook = () => !document.body.classList.contains("km-frame");

/** Message for users if the kernel does not answer (`isLost`), otherwise "". @param {boolean} isLost */
export const connectionLostText = (isLost) =>
  isLost ? `This page isn’t answering. ${isInNotebook() ? "Run its cell again" : "Reload it"} to go on.` : "";

export class KernelClient {
  /** `onMessage` gets each message of the kernel, `onBusyChange` whether an answer is awaited, `onConnectionChange`
   * whether the kernel does not answer.
   * @param {any} model
   * @param {{ onMessage: Function, onBusyChange?: Function, onConnectionChange?: Function }} handlers */
  constructor(model, { onMessage, onBusyChange = () => {}, onConnectionChange = () => {} }) {
    this.model = model;
    this.onMessage = onMessage;
    this.onBusyChange = onBusyChange;
    this.onConnectionChange = onConnectionChange;
    this.seq = 0;
    this.pendingRequests = new Map(); // seq -> what was sent and has no answer yet
    this.isDisconnected = false;
    this.listen = (message) => this.receive(message);
    model.on("msg:custom", this.listen);
    loadFonts(model);
  }

  // Sends a message. The promise resolves when the kernel has handled or refused it, with the messages that have the
  // same number, if there are any. `isRepeatable`: the message may be sent twice. `isBackground`: nobody
  // waits for it.
  request(message, { isRepeatable = false, isBackground = false } = {}) {
    const seq = ++this.seq;
    return new Promise((ended) => {
      const sent = { ...message, seq };
      this.pendingRequests.set(seq, { sent, isRepeatable, isBackground, ended });
      if (!isBackground) this.onBusyChange(true);
      this.restartTimeout();
      this.model.send(sent);
    });
  }

  // Number of pending messages whose answers users wait for.
  get pendingCount() {
    return [...this.pendingRequests.values()].filter((one) => !one.isBackground).length;
  }

  receive(message) {
    this.restartTimeout();
    if (this.isDisconnected) {
      this.isDisconnected = false;
      this.onConnectionChange(false);
    }
    if (message?.kind === "type") return; // for the page (font_loader.js)
    const one = this.pendingRequests.get(message?.seq);
    if (message?.kind !== "done") {
      if (message?.seq === undefined) this.onMessage(message);
      else if (one) one.answer = message;
      return;
    }
    if (!one) return;
    this.pendingRequests.delete(message.seq);
    this.restartTimeout();
    if (!one.isBackground && !this.pendingCount) this.onBusyChange(false);
    one.ended(one.answer);
  }

  restartTimeout() {
    clearTimeout(this.timer);
    if (this.pendingRequests.size) this.timer = setTimeout(() => this.onTimeout(), PATIENCE);
  }

  onTimeout() {
    for (const one of this.pendingRequests.values()) {
      if (!one.isRepeatable) continue;
      one.isRepeatable = false;
      this.model.send(one.sent);
    }
    this.isDisconnected = true;
    this.onConnectionChange(true);
  }

  close() {
    clearTimeout(this.timer);
    this.pendingRequests.clear();
    this.model.off("msg:custom", this.listen);
  }
}
