import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import { bytesOf } from "../../json.js";
import { AMBIGUOUS } from "../../negatives/hostile.js";
import type { Check } from "../../types.js";
import { PARSE_ERROR, refuses } from "./helpers/json-rpc.js";

export const jsonChecks: readonly Check<TransportFixture>[] = [
  refuses({
    id: "transport/json/ambiguous",
    title: "refuses bodies that are no UTF-8 or name a member twice with -32700",
    decides: ["TRN-JSON-02"],
    codes: [PARSE_ERROR],
    most: AMBIGUOUS.length,
    bodies: ({ validBody }) =>
      AMBIGUOUS.flatMap(([question, make]) => {
        const valid = validBody();
        const body = make(valid);
        // Not every wire form has all of these members.
        return Buffer.compare(body, bytesOf(valid)) === 0 ? [] : [[question, body] as const];
      }),
  }),
];
