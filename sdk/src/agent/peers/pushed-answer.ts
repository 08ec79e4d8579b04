/** Reads an answer that a player sends as a request, instead of in the response to the referee's request. */
import type { Parity } from "../../domain/parity.js";
import { textAt } from "../../wire/as-text.js";
import { asUuid } from "../../wire/conversation-uuid.js";
import type { JsonObject, Located } from "../../wire/index.js";
import { onlyChoice } from "../../wire/only-choice.js";

export interface PushedAnswer {
  readonly type: "GAME_JOIN_ACK" | "CHOOSE_PARITY_RESPONSE";
  readonly match_id: string;
  readonly player_id: string;
  /** Whether the answer names this conversation. */
  readonly isIn: (conversation_id: string) => boolean;
  /** The choice; undefined if the answer has none, or two. */
  readonly choice: Parity | undefined;
}

const join = /join|(invitation|invite)_?(ack|response|accept|reply)/i;
const choice =
  /(parity|choice|move).*(response|reply|choice|made|submit)|(submit|receive|report|send|make)_?(parity|choice|move)|^(parity_choice|choice)$/i;
const matchNames = ["match_id", "matchId", "game_id", "match"];
const playerNames = ["player_id", "playerId", "player"];

/** @returns undefined for a message that is no answer of a player, or names no match */
export function readPushedAnswer({ message, method }: Located): PushedAnswer | undefined {
  const texts = [message.message_type, method].filter((one) => typeof one === "string");
  const type = texts.some((text) => join.test(text))
    ? "GAME_JOIN_ACK"
    : texts.some((text) => choice.test(text))
      ? "CHOOSE_PARITY_RESPONSE"
      : undefined;
  const match_id = textAt(message, matchNames);
  const player_id = textAt(message, playerNames) ?? senderOf(message);
  if (type === undefined || match_id === undefined || player_id === undefined) return undefined;
  const named = textAt(message, ["conversation_id"]);
  const isIn = (own: string) => named === own || named === asUuid(own);
  return { type, match_id, player_id, isIn, choice: onlyChoice(message) as Parity | undefined };
}

function senderOf({ sender }: JsonObject): string | undefined {
  return typeof sender === "string" ? sender.split(":").at(-1) : undefined;
}
