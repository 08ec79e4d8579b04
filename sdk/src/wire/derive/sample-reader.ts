/** Reads the answers to sample messages in a form. */
import { validateChooseParityResponse, validateGameJoinAck } from "@league-v2/contract";
import { timestamp } from "../../platform/timestamp.js";
import { sameJson } from "../members.js";
import { bundledDocument } from "../profiles/index.js";
import { resolveProfile } from "../resolve.js";
import { SpelledCodec } from "../spelled-codec.js";
import { tolerantReply } from "../tolerant-reply.js";
import type { JsonObject, ProfileDocument, WireProfile } from "../types.js";
import { type KnownMember, sampleConversation, sampleMessage, sampleVariables } from "./sample-messages.js";
import type { Exchange } from "./types.js";

export interface SampleAnswer {
  readonly type: string;
  readonly answer: Exchange;
}

export class SampleReader {
  readonly #member: KnownMember | undefined;

  constructor(member: KnownMember | undefined) {
    this.#member = member;
  }

  /** Whether a profile writes the same requests as the document, and reads these answers alike. */
  equivalence(
    document: ProfileDocument,
    answers: readonly SampleAnswer[],
  ): (profile: WireProfile) => boolean {
    const own = resolveProfile(document, bundledDocument);
    return (profile) =>
      answers.every(
        ({ type, answer }) =>
          sameJson(this.#request(type, profile), this.#request(type, own)) &&
          this.#reply(type, answer, profile)?.conversation_id ===
            this.#reply(type, answer, own)?.conversation_id &&
          (this.isValid(type, answer, profile) || !this.isValid(type, answer, own)),
      );
  }

  /** Whether the answer contains the expected reply. */
  isValid(type: string, answer: Exchange, profile: WireProfile, isAnyConversation = false): boolean {
    const message = this.#reply(type, answer, profile);
    if (message === undefined) return false;
    if (!isAnyConversation && message.conversation_id !== sampleConversation) return false;
    if (type === "GAME_INVITATION") return validateGameJoinAck(asMember(message));
    if (type === "CHOOSE_PARITY_CALL") return validateChooseParityResponse(asMember(message));
    return message.status !== undefined || typeof message.message_type === "string";
  }

  /** Whether the answer stands where this form has it. */
  isAdmitted({ reply }: Exchange, profile: WireProfile): boolean {
    return new SpelledCodec(profile).admits(reply);
  }

  /** Whether a referee would find the choice in an incomplete answer. */
  hasChoice({ reply }: Exchange, profile: WireProfile): boolean {
    const type = "CHOOSE_PARITY_CALL";
    const now = timestamp(0);
    const codec = new SpelledCodec(profile);
    const read = tolerantReply(codec, codec.plain(reply), {
      type,
      message: sampleMessage(type, now, this.#member),
      answerer: "player:P01",
      now,
      variables: { ...sampleVariables(this.#member), now },
      okIsAnswer: true,
      isSpelled: profile.spelling !== undefined,
    });
    return read !== undefined && validateChooseParityResponse(read);
  }

  #request(type: string, profile: WireProfile): unknown {
    const message = sampleMessage(type, timestamp(0), this.#member);
    return new SpelledCodec(profile).request(type, message, 1, sampleVariables(this.#member));
  }

  #reply(type: string, { reply }: Exchange, profile: WireProfile): JsonObject | undefined {
    const now = timestamp(0);
    const variables = { ...sampleMessage(type, now, this.#member), ...sampleVariables(this.#member), now };
    return new SpelledCodec(profile).decodeReply(reply, type, variables);
  }
}

/** An agent that is examined before its registration has no id and no token yet, and writes null for both. */
function asMember(message: JsonObject): JsonObject {
  if (message.player_id !== null) return message;
  const { auth_token, ...rest } = message;
  const token = auth_token === null ? {} : { auth_token };
  return { ...rest, ...token, player_id: "P01", sender: "player:P01" };
}
