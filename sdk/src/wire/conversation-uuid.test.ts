import { expect, it } from "vitest";
import { ProfileCodec } from "./profile-codec.js";
import { bundledProfile } from "./profiles.js";
import { asUuid } from "./value-format.js";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/;

it("an id is converted to the same UUID each time, other ids to other UUIDs, and a UUID to itself", () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => `conv-R${index}M1`);
  expect(new Set(ids.map(asUuid)).size).toBe(ids.length);
  for (const id of ids) expect(asUuid(id)).toMatch(uuid);
  expect(asUuid("conv-R1M1")).toBe(asUuid("conv-R1M1"));
  const own = asUuid("conv-R1M1");
  expect(asUuid(own)).toBe(own);
});

it("a request in the flat form has a UUID, and its answer is read with the original id", () => {
  const profile = bundledProfile("flat");
  if (profile === undefined) throw new Error("there is no flat form");
  const codec = new ProfileCodec(profile);
  const message = { message_type: "CHOOSE_PARITY_CALL", conversation_id: "conv-R1M1", match_id: "R1M1" };
  const { params } = codec.request("CHOOSE_PARITY_CALL", message, 1) as {
    params: { conversation_id: string };
  };
  expect(params.conversation_id).toMatch(uuid);
  const body = {
    ...{ jsonrpc: "2.0", id: 1 },
    result: { message_type: "PARITY_CHOICE", choice: "even", conversation_id: params.conversation_id },
  };
  const known = { conversation_id: "conv-R1M1" };
  expect(codec.decodeReply(body, "CHOOSE_PARITY_CALL", known)?.conversation_id).toBe("conv-R1M1");
});
