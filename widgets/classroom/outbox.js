// Sends a pupil's requests. All that the server does not accept now is kept in this tab, also after a reload, and is
// sent again.

import { BUILDER_PAGE, delay, requestClassEndpoint, UNSENT } from "./avatars.js";
import { tabStorage } from "../page/storage.js";

const AGAIN = 1500; // ms until something that was not acknowledged is sent again
const PAUSE = 700; // ms between two reports of runs that go on by themselves

const goesOn = (lesson = "") => lesson.includes("/") || lesson === BUILDER_PAGE;

export class Outbox {
  // `pupil` has the token of the class, numbers its reports, and displays a sentence while the server accepts nothing.
  constructor(pupil) {
    this.pupil = pupil;
    this.sending = {}; // place -> the answer to come
    try {
      this.unsent = JSON.parse(tabStorage().getItem(UNSENT)) ?? {};
    } catch {
      this.unsent = {};
    }
    for (const place of Object.keys(this.unsent)) this.start(place).catch(() => {});
  }

  keep(place, sent) {
    if (!this.pupil.me) return; // nothing of a class stays after it
    this.unsent[place] = sent;
    try {
      tabStorage().setItem(UNSENT, JSON.stringify(this.unsent));
    } catch { /* more than this browser keeps: it lasts as long as the page */ }
  }

  // Sends a request and returns the answer. A newer request for the same `place` replaces one that has not arrived.
  send(name, tell = {}, place = name) {
    this.keep(place, { name, tell });
    return this.start(place);
  }

  start(place) {
    return this.sending[place] ??= this.untilTaken(place);
  }

  async untilTaken(place) {
    try {
      for (let tries = 1; this.pupil.me; tries++) {
        const sent = this.unsent[place];
        try {
          const answer = await this.ask(sent, tries);
          if (this.unsent[place] === sent) this.keep(place);
          if (goesOn(sent.tell.lesson)) await delay(PAUSE);
          if (!this.unsent[place]) return answer;
        } catch (error) {
          if (error.status === 409 && this.pupil.isBehind(error.said.number)) continue;
          if (!error.status || error.status === 429 || error.status >= 500) await delay(AGAIN);
          else {
            if (this.unsent[place] === sent) this.keep(place);
            if (error.status === 410 || !this.unsent[place]) throw error;
          }
        }
      }
      throw new Error("You have left the class.");
    } finally {
      delete this.sending[place];
    }
  }

  async ask({ name, tell }, tries) {
    const { me } = this.pupil;
    try {
      // number a report before sending it: if its answer is lost, the number must not be used for other data
      const numbered = name === "save-report" ? { ...tell, number: this.pupil.nextNumber() } : tell;
      const answer = await requestClassEndpoint(name, { key: me.token, tell: numbered });
      this.pupil.warn("");
      return answer;
    } catch (error) {
      if (error.status >= 500) this.pupil.warn(error.message);
      else if (error.status) this.pupil.warn("");
      else if (tries > 1) this.pupil.warn("The server isn’t answering.");
      throw error;
    }
  }
}
