/** Answers that a peer sends as requests of its own, matched with the calls that wait for them. */
import { textAt } from "../as-text.js";
import { onlyChoice } from "../only-choice.js";
import type { Located } from "../find-message.js";
import type { JsonObject } from "../types.js";
import type { Peer } from "./peer.js";

export interface PushedAnswer {
  readonly type: "GAME_JOIN_ACK" | "CHOOSE_PARITY_RESPONSE";
  readonly match_id: string | undefined;
  readonly player_id: string | undefined;
  /** The choice; undefined if the answer has none, or two. */
  readonly choice: string | undefined;
  readonly message: JsonObject;
}

interface OpenCall {
  readonly peer: Peer;
  readonly type: PushedAnswer["type"];
  readonly match_id: unknown;
  readonly recipient: unknown;
  readonly resolve: (answer: PushedAnswer) => void;
}

const join = /join|(invitation|invite)_?(ack|response|accept|reply)/i;
const choice =
  /(parity|choice|move).*(response|reply|choice|made|submit)|(submit|receive|report|send|make)_?(parity|choice|move)|^(parity_choice|choice)$/i;

/** @returns undefined for a message that is no answer of a player */
export function readPushedAnswer({ message, method }: Pick<Located, "message" | "method">): PushedAnswer | undefined {
  const texts = [message.message_type, method].filter((one) => typeof one === "string");
  const type = texts.some((text) => join.test(text))
    ? "GAME_JOIN_ACK"
    : texts.some((text) => choice.test(text))
      ? "CHOOSE_PARITY_RESPONSE"
      : undefined;
  if (type === undefined) return undefined;
  const { sender } = message;
  return {
    type,
    match_id: textAt(message, ["match_id", "matchId", "game_id", "match"]),
    player_id:
      textAt(message, ["player_id", "playerId", "player"]) ??
      (typeof sender === "string" ? sender.split(":").at(-1) : undefined),
    choice: onlyChoice(message),
    message,
  };
}

export class PushedAnswers {
  readonly #open = new Set<OpenCall>();

  /** The answer that the peer pushes for this call; rejects when the signal is aborted. */
  async wait(call: Omit<OpenCall, "resolve">, signal: AbortSignal): Promise<PushedAnswer> {
    let open: OpenCall | undefined;
    try {
      return await new Promise<PushedAnswer>((resolve, reject) => {
        open = { ...call, resolve };
        this.#open.add(open);
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        if (signal.aborted) reject(signal.reason);
      });
    } finally {
      if (open !== undefined) this.#open.delete(open);
    }
  }

  /**
   * Gives an answer to the call that waits for it. A peer that signs with its own id is the one with the only open call.
   * @returns whether there was one, or why not
   */
  take(answer: PushedAnswer, sender: Peer | undefined): true | string {
    if (answer.type === "CHOOSE_PARITY_RESPONSE" && answer.choice === undefined) return "it holds no choice";
    const { match_id, player_id } = answer;
    const open = [...this.#open].filter(
      (one) => one.type === answer.type && (match_id === undefined || one.match_id === match_id),
    );
    const own = open.filter(({ peer, recipient }) => peer === sender || recipient === player_id);
    const [found, another] = own.length > 0 ? own : open;
    if (found === undefined) return `no ${answer.type} is awaited${match_id === undefined ? "" : ` in ${match_id}`}`;
    if (another !== undefined) return `${player_id ?? "the sender"} is none of the players that are asked`;
    found.resolve(answer);
    return true;
  }
}
