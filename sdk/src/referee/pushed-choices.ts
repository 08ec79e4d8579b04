/** Choices that players send as requests: some players answer a call with "received", and choose in a separate request. */
import { protocolRetries } from "@league-v2/contract";
import type { PushedAnswer } from "../agent/peers/pushed-answer.js";
import type { Parity } from "../domain/parity.js";
import { type Clock, sleep } from "../platform/clock.js";

/** A player that has not answered so before has as long for a choice that follows its acknowledgement. */
const graceMs = protocolRetries.pauseMs;

export class PushedChoices {
  readonly #clock: Clock;
  /** Players that have sent anything in this way: the choice will come so, too. */
  readonly #pushing = new Set<string>();
  readonly #choices = new Map<string, Parity | "unclear">();
  readonly #waiting = new Map<string, () => void>();
  readonly #conversation_id: string;
  /** Players that have answered in the conversation of the match, which only they and their referee know. */
  readonly #known = new Set<string>();

  /** @param conversation_id of the match */
  constructor(clock: Clock, conversation_id: string) {
    this.#clock = clock;
    this.#conversation_id = conversation_id;
  }

  /** Two different choices count as no choice, unless one of them is in the conversation of the match: the sender is not verified. */
  take({ player_id, choice, isIn }: PushedAnswer): void {
    const isKnown = isIn(this.#conversation_id);
    if (isKnown && !this.#known.has(player_id)) {
      this.#known.add(player_id);
      this.#choices.delete(player_id);
    }
    if (!isKnown && this.#known.has(player_id)) return;
    this.#pushing.add(player_id);
    if (choice === undefined) return;
    const earlier = this.#choices.get(player_id) ?? choice;
    this.#choices.set(player_id, earlier === choice ? choice : "unclear");
    this.#waiting.get(player_id)?.();
  }

  /** The player is asked now: what came before is no answer to this question. */
  asks(player_id: string): void {
    this.#choices.delete(player_id);
  }

  /** The choice, when it comes. @returns undefined when none comes in time, or none that is clear */
  async choiceOf(player_id: string, deadlineMs: number, signal: AbortSignal): Promise<Parity | undefined> {
    if (!this.#choices.has(player_id)) {
      const arrival = new AbortController();
      this.#waiting.set(player_id, () => arrival.abort());
      const waitMs = this.#pushing.has(player_id) ? deadlineMs : graceMs;
      await sleep(this.#clock, waitMs, AbortSignal.any([arrival.signal, signal])).catch(() => {});
      this.#waiting.delete(player_id);
    }
    const choice = this.#choices.get(player_id);
    return choice === "unclear" ? undefined : choice;
  }
}
