/** Answers that a peer sends as requests of its own, matched with the calls that wait for them. */
import { vocabulary } from "@league-v2/contract/forms";
import { onlyChoice } from "../../form/tolerant-reply.js";
import type { Located } from "../../message/find-message.js";
import { asText, textAt } from "../../message/members.js";
import type { JsonObject } from "../../message/types.js";
import type { Peer } from "../peer.js";

type PushedType = "GAME_JOIN_ACK" | "CHOOSE_PARITY_RESPONSE";

export interface PushedAnswer {
  readonly type: PushedType;
  readonly match_id: string | undefined;
  readonly player_id: string | undefined;
  /** The choice; undefined if the answer has none, or two. */
  readonly choice: string | undefined;
  readonly message: JsonObject;
}

/** A request to a player, whose answer may come as a request. */
interface OpenCall {
  readonly type: PushedType;
  readonly match_id: unknown;
  /** Undefined for a call through another gateway, which waits for the answer itself. */
  readonly peer: Peer | undefined;
  readonly recipient: unknown;
  /** Where another gateway waits for the answer. */
  readonly via?: string;
}

export interface WaitingCall {
  /** The answer that the peer pushes; rejects when the signal is aborted. */
  answer(signal: AbortSignal): Promise<PushedAnswer>;
  /** @param isAnswered whether its answer has come in the response */
  close(isAnswered: boolean): void;
}

const { member_names: names } = vocabulary;
/** More than a referee asks at a time. */
const mostAnswered = 256;
const join = /join|(invitation|invite)_?(ack|response|accept|reply)/i;
const choice =
  /(parity|choice|move).*(response|reply|choice|made|submit)|(submit|receive|report|send|make)_?(parity|choice|move)|^(parity_choice|choice)$/i;

/** The answer of a player that one of these names stands for. */
export function pushedTypeIn(names: readonly string[]): PushedType | undefined {
  if (names.some((name) => join.test(name))) return "GAME_JOIN_ACK";
  return names.some((name) => choice.test(name)) ? "CHOOSE_PARITY_RESPONSE" : undefined;
}

/** @returns undefined for a message that is no answer of a player */
export function readPushedAnswer({
  message,
  method,
}: Pick<Located, "message" | "method">): PushedAnswer | undefined {
  const type = pushedTypeIn([message.message_type, method].filter((one) => typeof one === "string"));
  if (type === undefined) return undefined;
  const { sender } = message;
  return {
    type,
    match_id: textAt(message, names.match_id),
    player_id:
      textAt(message, names.player_id) ?? (typeof sender === "string" ? sender.split(":").at(-1) : undefined),
    choice: onlyChoice(message),
    message,
  };
}

interface Open extends OpenCall {
  readonly answers: PushedAnswer[];
  wake: (() => void) | undefined;
}

export class PushedAnswers {
  readonly #open = new Set<Open>();
  /** Calls whose answer has come in a response. */
  readonly #answered = new Set<string>();

  /** Begins to take the answers to a call: a peer may push its answer before it responds. */
  open(call: OpenCall): WaitingCall {
    const open: Open = { ...call, answers: [], wake: undefined };
    this.#open.add(open);
    return {
      answer: async (signal) => {
        await new Promise<void>((resolve, reject) => {
          open.wake = resolve;
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          if (open.answers.length > 0) resolve();
          if (signal.aborted) reject(signal.reason);
        });
        const [first, second] = open.answers;
        // Two different choices are none.
        if (first === undefined || (second !== undefined && second.choice !== first.choice))
          throw new RangeError("the pushed answers contradict each other");
        return first;
      },
      close: (isAnswered) => {
        this.#open.delete(open);
        if (!isAnswered) return;
        if (this.#answered.size >= mostAnswered) this.#answered.clear();
        this.#answered.add(`${call.type} ${asText(call.match_id)}`);
      },
    };
  }

  /**
   * Gives an answer to the call that waits for it. A peer that signs with its own id is the one with the only open call.
   * @returns true if it was taken, the address of the gateway that waits for it, or why it is refused
   */
  take(
    answer: PushedAnswer,
    sender: Peer | undefined,
  ): true | { readonly via: string } | { readonly why: string } {
    const { type, match_id, player_id } = answer;
    const open = [...this.#open].filter(
      (one) => one.type === type && (match_id === undefined || one.match_id === match_id),
    );
    const own = open.filter(
      ({ peer, recipient }) =>
        (peer !== undefined && peer === sender) || (recipient !== undefined && recipient === player_id),
    );
    const [found, another] = own.length > 0 ? own : open;
    if (found === undefined) {
      if (this.#answered.has(`${type} ${asText(match_id)}`)) return true;
      return { why: `no ${type} is awaited${match_id === undefined ? "" : ` in ${match_id}`}` };
    }
    if (another !== undefined)
      return { why: `${player_id ?? "the sender"} is none of the players that are asked` };
    if (found.via !== undefined) return { via: found.via };
    if (type === "CHOOSE_PARITY_RESPONSE" && answer.choice === undefined)
      return { why: "it holds no choice" };
    found.answers.push(answer);
    found.wake?.();
    return true;
  }
}
