/** Receives notices of other processes on a separate connection, which is reopened when it breaks. */
import { type Clock, sleep } from "@league-v2/sdk";
import type { Client } from "pg";

export interface ListenerSetting {
  readonly connect: () => Client;
  readonly channel: string;
  readonly clock: Clock;
  readonly onNotice: (payload: string) => void;
  /** Called each time the listener has connected: notices before that were missed. */
  readonly onGap: () => Promise<void>;
}

/** The pause between attempts. */
const pauseMs = 500;

export class Listener {
  readonly #setting: ListenerSetting;
  readonly #ended = new AbortController();
  readonly #listening: Promise<void>;

  constructor(setting: ListenerSetting) {
    this.#setting = setting;
    this.#listening = this.#listen().catch(() => {});
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#listening;
  }

  async #listen(): Promise<void> {
    const { clock, onGap } = this.#setting;
    const { signal } = this.#ended;
    while (!signal.aborted) {
      try {
        await this.#untilLost(onGap);
      } catch {
        // Any error is followed by the next attempt.
      }
      await sleep(clock, pauseMs, signal);
    }
  }

  async #untilLost(onListening: () => Promise<void>): Promise<void> {
    const { connect, channel, onNotice } = this.#setting;
    const { signal } = this.#ended;
    const client = connect();
    const lost = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    client.on("notification", ({ payload = "" }) => onNotice(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await onListening();
      await lost;
    } finally {
      await client.end().catch(() => {});
    }
  }
}
