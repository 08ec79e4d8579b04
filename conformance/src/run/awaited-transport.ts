/** A transport that tells when all of its requests are answered. */
import type { Clock, Transport } from "../sdk.js";
import { pause } from "../time/pause.js";

export class AwaitedTransport implements Transport {
  readonly #inner: Transport;
  readonly #clock: Clock;
  #answers: Promise<unknown> = Promise.resolve();

  constructor(inner: Transport, clock: Clock) {
    this.#inner = inner;
    this.#clock = clock;
  }

  send(request: Parameters<Transport["send"]>[0]): ReturnType<Transport["send"]> {
    const reply = this.#inner.send(request);
    this.#answers = Promise.allSettled([this.#answers, reply]);
    return reply;
  }

  /** Resolves when all requests are answered, also those that follow an answer, and the answers are read. */
  async allAnswered(): Promise<void> {
    const seen = this.#answers;
    await seen;
    await pause(this.#clock, 0);
    if (seen !== this.#answers) await this.allAnswered();
  }
}
