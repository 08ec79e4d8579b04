import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { utf8 } from "../../json/text.js";
import type { Check } from "../../types.js";
import { PARSE_ERROR, refuses } from "./helpers/json-rpc.js";

type Make = (text: string) => Uint8Array;

const BODIES: readonly (readonly [string, Make])[] = [
  ["a request in which jsonrpc occurs twice", (text) => utf8(text.replace("{", '{"jsonrpc":"2.0",'))],
  [
    "a message in which conversation_id occurs twice",
    (text) => utf8(text.replace('"conversation_id":', '"conversation_id":"another","conversation_id":')),
  ],
  ["a message with bytes that are no UTF-8", (text) => withBytes(text, [0xff, 0xfe])],
  ["a message with an overlong UTF-8 sequence", (text) => withBytes(text, [0xc0, 0xaf])],
  ["a message with half a UTF-8 sequence", (text) => withBytes(text, [0xe2, 0x82])],
];

export const jsonChecks: readonly Check<TransportFixture>[] = [
  refuses({
    id: "transport/json/ambiguous",
    title: "refuses bodies that are no UTF-8 or name a member twice with -32700",
    decides: ["TRN-JSON-02"],
    codes: [PARSE_ERROR],
    most: BODIES.length,
    bodies: ({ validBody }) =>
      BODIES.flatMap(([question, make]) => {
        const text = JSON.stringify(validBody());
        const body = make(text);
        // Not every wire form has all of these members.
        return Buffer.compare(body, utf8(text)) === 0 ? [] : [[question, body] as const];
      }),
  }),
];

/** Inserts bytes at the beginning of the conversation_id, which may be any text. */
function withBytes(text: string, bytes: readonly number[]): Uint8Array {
  const name = '"conversation_id":';
  const place = text.indexOf(name) + name.length + 1;
  return Buffer.concat([utf8(text.slice(0, place)), Uint8Array.from(bytes), utf8(text.slice(place))]);
}
