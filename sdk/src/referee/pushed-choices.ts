/** Choices that players send as requests: some players only acknowledge the call, and choose in a separate request. */
import { protocolRetries } from "@league-v2/contract";
import type { PushedAnswer } from "../agent/peers/pushed-answer.js";
import type { Parity } from "../domain/parity.js";
import { type Clock, sleep } from "../platform/clock.js";

/** The time limit for a choice after the acknowledgement, for a player without earlier requests. */
const graceMs = protocolRetries.pauseMs;

export class PushedChoices {
  readonly #clock: Clock;
  /** Players that have sent answers as requests: their choice is expected as a request, too. */
  readonly #pushing = new Set<string>();
  readonly #choices = new Map<string, Parity | "unclear">();
  readonly #waiting = new Map<string, () => void>();
  readonly #conversation_id: string;
  /** Players that have answered in the conversation of the match, which is known only to them and the referee. */
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

  /** Deletes earlier choices of the player: they do not answer the request that is sent now. */
  asks(player_id: string): void {
    this.#choices.delete(player_id);
  }

  /** Resolves with the choice. @returns undefined if none arrives in time, or two different ones */
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
