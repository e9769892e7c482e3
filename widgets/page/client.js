// The one client of the page protocol (widgets/page/protocol.py): it numbers what it sends, knows what is still on its
// way, sends once more what may be sent twice, and tells when the kernel is silent.

import { loadFonts } from "./font_loader.js";

const PATIENCE = 20_000; // ms without a sign of a kernel that has been asked

/** Whether a notebook shows this: there a cell is run again, where a page of ours is loaded again. */
export const isInNotebook = () => !document.body.classList.contains("km-frame");

/** What a page says whose kernel is silent; "" once it speaks again. @param {boolean} lost */
export const connectionLostText = (lost) =>
  lost ? `This page does not answer. ${isInNotebook() ? "Run its cell again" : "Reload it"} to go on.` : "";

export class KernelClient {
  // `heard(message)`: what the kernel says. `busy(on)`: whether an answer is waited for. `lost(on)`: the kernel is
  // silent though it has been asked, or speaks again.
  /** @param {any} model @param {{ heard: Function, busy?: Function, lost?: Function }} tells */
  constructor(model, { heard, busy = () => {}, lost = () => {} }) {
    this.model = model;
    this.heard = heard;
    this.busy = busy;
    this.lost = lost;
    this.seq = 0;
    this.out = new Map(); // seq -> what was sent and has no answer yet
    this.silent = false;
    this.listen = (message) => this.hear(message);
    model.on("msg:custom", this.listen);
    loadFonts(model);
  }

  // Sends a message; the promise ends when it has been carried out or refused, with what came under its number, if
  // anything did. `again`: it may be sent twice. `quiet`: it goes on in the background, and keeps nobody waiting.
  ask(message, { again = false, quiet = false } = {}) {
    const seq = ++this.seq;
    return new Promise((ended) => {
      const sent = { ...message, seq };
      this.out.set(seq, { sent, again, quiet, ended });
      if (!quiet) this.busy(true);
      this.watch();
      this.model.send(sent);
    });
  }

  // How many answers are waited for.
  get waiting() {
    return [...this.out.values()].filter((one) => !one.quiet).length;
  }

  hear(message) {
    this.watch();
    if (this.silent) {
      this.silent = false;
      this.lost(false);
    }
    if (message?.kind === "type") return; // for the page (font_loader.js)
    const one = this.out.get(message?.seq);
    if (message?.kind !== "done") {
      if (message?.seq === undefined) this.heard(message);
      else if (one) one.answer = message;
      return;
    }
    if (!one) return;
    this.out.delete(message.seq);
    this.watch();
    if (!one.quiet && !this.waiting) this.busy(false);
    one.ended(one.answer);
  }

  watch() {
    clearTimeout(this.timer);
    if (this.out.size) this.timer = setTimeout(() => this.late(), PATIENCE);
  }

  late() {
    for (const one of this.out.values()) {
      if (!one.again) continue;
      one.again = false;
      this.model.send(one.sent);
    }
    this.silent = true;
    this.lost(true);
  }

  close() {
    clearTimeout(this.timer);
    this.out.clear();
    this.model.off("msg:custom", this.listen);
  }
}
