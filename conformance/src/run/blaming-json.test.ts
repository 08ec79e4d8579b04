import { expect, test } from "vitest";
import { own, tryPlayer } from "../../test/try-player.js";
import { after } from "../mutants/transport.js";
import { blamingJson } from "./agent-output.js";

const RESPONSE = '{"jsonrpc": "2.0", "id": 1, "result": {}}';
const failed = { verdict: "fail" as const, diagnosis: "expected GAME_JOIN_ACK" };
const sending =
  (bytes: string, from = "agent") =>
  () => [{ at_ms: 1, from, to: "suite", kind: "reply" as const, bytes }];

test.each([
  ["text behind it", `${RESPONSE}\n-- end --`],
  ["a comment in it", RESPONSE.replace("{}", "{} /* ok */")],
])("a failed check that was sent a response with %s blames the JSON", (_what, bytes) => {
  expect(blamingJson(failed, sending(bytes))).toEqual({ ...failed, clauses: ["TRN-JSON-01"] });
});

test.each([
  ["a web page", failed, sending("<html>")],
  ["JSON with a key twice", failed, sending('{"jsonrpc": "2.0", "id": 1, "id": 1}')],
  ["what a peer of the suite said", failed, sending(`${RESPONSE} x`, "player:P01")],
  ["a pass", { verdict: "pass" as const }, sending(`${RESPONSE} x`)],
])("%s changes nothing", (_what, outcome, entries) => {
  expect(blamingJson(outcome, entries)).toBe(outcome);
});

test("in a run the check that reads such a response names the clause about JSON", async () => {
  const reads = own("reads", async ({ player, expect }) => {
    const answer = await player.call("ping", {});
    expect(answer.outcome, "the answer").is("message");
  });
  const inject = after((reply) => ({ ...reply, body: `${reply.body}\n-- end --` }));
  const { report } = await tryPlayer({ checks: [reads], inject });
  expect(report.checks[0]).toMatchObject({ verdict: "fail", clause: ["TRN-JSON-01"] });
});
