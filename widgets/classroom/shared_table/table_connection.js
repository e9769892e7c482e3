// The WebSocket of a page that displays one or more shared tables, and the table that the server keeps for the page.

import { createModelManager } from "../../page/widget_models.js";
import { BASE_URL } from "../avatars.js";

const RETRY_DELAYS = [500, 1000, 2000, 4000]; // ms

/** The connection of a page to its table or tables. It opens again after an interruption, with the same key. */
export class TableConnection {
  /** @param {{path: string, onMessage: Function, onConnectionChange: Function}} settings */
  constructor({ path, onMessage, onConnectionChange }) {
    this.path = path;
    this.onMessage = onMessage;
    this.onConnectionChange = onConnectionChange;
    this.code = "";
    this.token = "";
    this.failures = 0;
    this.waiting = []; // messages until the connection is open
    this.incoming = []; // a message and its buffers, in the order of arrival
    this.connect();
  }

  connect() {
    const url = new URL(`${BASE_URL}${this.path}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    this.socket = new WebSocket(url);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      this.failures = 0;
      this.incoming = [];
      this.onConnectionChange(true);
      if (this.code) this.send({ do: "open", code: this.code, token: this.token });
      for (const message of this.waiting.splice(0)) this.send(message);
    };
    this.socket.onmessage = ({ data }) => this.receive(data);
    this.socket.onclose = () => {
      this.onConnectionChange(false);
      const delay = RETRY_DELAYS[Math.min(this.failures, RETRY_DELAYS.length - 1)];
      this.failures += 1;
      setTimeout(() => this.connect(), delay);
    };
  }

  // Messages about the table are not sent later, because the table may have changed by then.
  send(message, { canWait = false } = {}) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else if (canWait) this.waiting.push(message);
  }

  receive(data) {
    if (typeof data === "string") this.incoming.push({ message: JSON.parse(data), buffers: [] });
    else this.incoming.at(-1).buffers.push(new Uint8Array(data));
    const { message, buffers } = this.incoming.at(-1);
    if (buffers.length === (message.buffers ?? 0)) {
      this.incoming.pop();
      this.onMessage(message, buffers);
    }
  }
}

/** The table that the server keeps and this page draws. A new game replaces it. */
export class RemoteTable {
  /** @param {TableConnection} connection */
  constructor(connection) {
    this.connection = connection;
    this.count = 0;
    this.view = null;
  }

  /** Draw a table. @param {object} state @returns {Promise<HTMLElement | null>} null if another one came meanwhile */
  async draw(state) {
    const number = ++this.count;
    this.models = createModelManager((_id, data) => {
      if (data.method === "custom") this.connection.send({ do: "model", content: data.content });
    });
    this.models.hears.open(`table-${number}`, state, [], []);
    const drawn = await this.models.view(`table-${number}`);
    if (number !== this.count) {
      drawn.remove();
      return null;
    }
    this.view?.remove();
    this.view = drawn;
    drawn.el.classList.add("km-shared-table");
    return drawn.el;
  }

  receive(data, buffers) {
    this.models?.hears.message(`table-${this.count}`, data, buffers);
  }
}
