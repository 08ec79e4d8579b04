/** Every message is unchanged by every form: decode(encode(m)) = m, except for members that the form omits. */
import { flat } from "@league-v2/contract";
import * as examples from "@league-v2/contract/canonical/examples";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { anyMessage } from "../../../../tools/codegen/test/contract-messages.js";
import { messageTypes, requestTypes } from "../message/contract.js";
import { isObject, removeAt } from "../message/members.js";
import type { JsonObject, Variables, WireProfile } from "../message/types.js";
import { ProfileCodec } from "./profile-codec.js";
import { bundledNames, bundledProfile } from "./profiles.js";

const variables = {
  player_a: "P01",
  player_b: "P02",
  recipient: "P01",
  opponent_id: "P02",
  league_id: "league_even_odd",
  round_id: 1,
  match_id: "R1M1",
  now: "2025-12-20T10:00:00.000Z",
  conversation: "conv-new",
} satisfies Variables;

const codecs = bundledNames.map((name) => new ProfileCodec(profileOf(name)));

function profileOf(name: string): WireProfile {
  const profile = bundledProfile(name);
  if (profile === undefined) throw new Error(`there is no profile ${name}`);
  return profile;
}

function camel(type: string): string {
  return type.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function exampleOf(type: string): JsonObject {
  const list: unknown = (examples as Readonly<Record<string, unknown>>)[`${camel(type)}Examples`];
  const [first] = Array.isArray(list) ? list : [];
  if (!isObject(first)) throw new Error(`${type} has no example`);
  return first;
}

/** Both directions; the match and the conversation of an answer are those of its request. */
function roundTrip(codec: ProfileCodec, type: string, message: JsonObject): unknown {
  const about = { ...variables, conversation_id: message.conversation_id };
  if (requestTypes.includes(type))
    return codec.decodeRequest(codec.request(type, message, 1, about), about)?.message;
  const request = requestTypes.find(
    (one) => one !== type && codec.decodeReply(codec.reply(type, message, 1, about), one),
  );
  return codec.decodeReply(codec.reply(type, message, 1, about), request, about);
}

/** The message without the members that this form does not have. */
function expressible(codec: ProfileCodec, type: string, message: unknown): unknown {
  if (!isObject(message)) return message;
  const rest = structuredClone(message);
  const { omit = [], ignore = [], values = {} } = codec.rulesOf(type);
  for (const pointer of [...omit, ...ignore])
    removeAt(rest, pointer.replace(/^(\/(game_result|result|player_meta)).*/, "$1"));
  for (const [pointer, pairs] of Object.entries(values)) {
    const isLossy = new Set(pairs.map(([, wire]) => JSON.stringify(wire))).size < pairs.length;
    if (isLossy) removeAt(rest, pointer);
  }
  if (codec.profile.sender === "bare") delete rest.sender;
  // A form with times of whole seconds has no others.
  if (codec.profile.times !== undefined) for (const pointer of TIMES) removeAt(rest, pointer);
  return rest;
}

const TIMES = ["/timestamp", "/arrival_timestamp", "/deadline", "/retry_info/next_retry_at"];

/** The same messages for each form: creating a message takes longer than all tests of it. */
const samples = [...messageTypes].map(
  (type) => [type, fc.sample(anyMessage(type), { numRuns: 10, seed: 7 })] as const,
);

describe.each(codecs.map((codec) => [codec.name, codec] as const))("%s", (_, codec) => {
  it.each([...messageTypes])("returns %s after encoding and decoding", (type) => {
    const message = exampleOf(type);
    expect(expressible(codec, type, roundTrip(codec, type, message))).toEqual(
      expressible(codec, type, message),
    );
  });

  it("returns any message after encoding and decoding", () => {
    for (const [type, messages] of samples) {
      for (const message of messages) {
        expect(expressible(codec, type, roundTrip(codec, type, message))).toEqual(
          expressible(codec, type, message),
        );
      }
    }
  });

  it("encodes a decoded message to the same body", () => {
    for (const type of requestTypes) {
      const wire = codec.message(type, exampleOf(type), variables);
      const about = { ...variables, ...wire };
      const again = codec.message(type, codec.canonical(type, wire, about), about);
      expect({ ...again, timestamp: 0 }).toEqual({ ...wire, timestamp: 0 });
    }
  });
});

test("a tolerant form reads an answer in a member of the result, and the type of the flat dialect; the canonical one does not", () => {
  const choice = { ...exampleOf("CHOOSE_PARITY_RESPONSE"), message_type: "PARITY_CHOICE" };
  const body = { jsonrpc: "2.0", id: 1, result: { message: choice } };
  const read = (name: string) =>
    new ProfileCodec(profileOf(name)).decodeReply(body, "CHOOSE_PARITY_CALL", variables);
  expect(read("handle-message")?.message_type).toBe("CHOOSE_PARITY_RESPONSE");
  expect(read("canonical")).toEqual({ message: choice });
});

test.each(flatMessages())("a message in the flat form is a valid flat %s", (_, validate, type) => {
  const wire = new ProfileCodec(profileOf("flat")).message(type, exampleOf(type), variables);
  expect([validate(wire), (validate as { errors?: unknown }).errors ?? null, wire]).toEqual([
    true,
    null,
    wire,
  ]);
});

function flatMessages(): [string, (data: unknown) => boolean, string][] {
  const validators = flat as unknown as Readonly<Record<string, (data: unknown) => boolean>>;
  const names = new ProfileCodec(profileOf("flat"));
  return [...messageTypes].flatMap((type) => {
    const title = camel(names.rulesOf(type).message_type ?? type).replace(/^./, (letter) =>
      letter.toUpperCase(),
    );
    const validate = validators[`validate${title}`];
    return validate === undefined
      ? []
      : [[title, validate, type] as [string, (data: unknown) => boolean, string]];
  });
}
