import { expect, test } from "vitest";
import { own, tryPlayer } from "../../../test/in-memory-run.js";
import type { PlayerFixture } from "../../fixtures/member-fixtures.js";
import { mutantOf } from "../../mutants/interpret.js";
import { blamingJson, withAgentOutput, writtenSince } from "./agent-output.js";

const TRACE = `Traceback (most recent call last):
  File "player.py", line 40, in do_POST

KeyError: 'context'
`;
const failure = () => [{ at_ms: 1, from: "agent", to: "suite", kind: "failure" as const }];
const reply = () => [{ at_ms: 1, from: "agent", to: "suite", kind: "reply" as const }];

test("only what was written during the check counts, also where the beginning is no longer kept", () => {
  expect(writtenSince("registered\n", `registered\n${TRACE}`)).toBe(TRACE);
  expect(writtenSince("a long time ago\nregistered\n", `ago\nregistered\n${TRACE}`)).toContain("KeyError");
  const another = (port: number) => `from port ${port}:\n${TRACE}`;
  const kept = another(1) + another(2);
  expect(writtenSince(kept, another(2) + another(3))).toBe(another(3));
  expect(writtenSince("", TRACE)).toBe(TRACE);
  expect(writtenSince("registered\n", "registered\n")).toBe("");
});

test.each([
  ["a pass", { verdict: "pass" as const }, failure, TRACE],
  ["a check in which every request was answered", { verdict: "fail" as const }, reply, TRACE],
  ["an agent that wrote nothing", { verdict: "fail" as const }, failure, "\n"],
])("%s stays as it is", (_what, outcome, entries, written) => {
  expect(withAgentOutput(outcome, entries, () => written)).toBe(outcome);
});

test("a check of a run shows it", async () => {
  const { report } = await tryPlayer({
    checks: [own("asks", asksWithoutAnswer)],
  });
  expect(report.checks[0]?.hint).toMatch(/A request got no answer, and the agent wrote meanwhile:\n/);
  expect(report.checks[0]?.hint).toContain("KeyError: 'context'");
});

/** The connection ends as it does when a handler throws, and the process lives on. */
async function asksWithoutAnswer({ player, expect }: PlayerFixture): Promise<void> {
  const { instance } = player;
  const before = instance.output();
  Object.assign(instance, { output: () => before + TRACE });
  const answer = await player.call("ping", {}, { timeoutMs: 0 });
  expect(answer.outcome, "the answer").is("message");
}

const RESPONSE = '{"jsonrpc": "2.0", "id": 1, "result": {}}';
const unexpected = { verdict: "fail" as const, diagnosis: "expected GAME_JOIN_ACK" };
const sending =
  (bytes: string, from = "agent") =>
  () => [{ at_ms: 1, from, to: "suite", kind: "reply" as const, bytes }];

test.each([
  ["a web page", unexpected, sending("<html>")],
  ["JSON with a key twice", unexpected, sending('{"jsonrpc": "2.0", "id": 1, "id": 1}')],
  ["what a peer of the suite said", unexpected, sending(`${RESPONSE} x`, "player:P01")],
  ["a pass", { verdict: "pass" as const }, sending(`${RESPONSE} x`)],
])("%s changes nothing", (_what, outcome, entries) => {
  expect(blamingJson(outcome, entries)).toBe(outcome);
});

test("in a run the check that reads such a response names the clause about JSON", async () => {
  const reads = own("reads", async ({ player, expect }) => {
    const answer = await player.call("ping", {});
    expect(answer.outcome, "the answer").is("message");
  });
  const { inject = {} } = mutantOf({
    id: "player:writes-more",
    text: "Writes a line behind its answers.",
    breaks: [],
    on: "any answer",
    set: { "http/body": { text: "{http/body}\n-- end --" } },
  });
  const { report } = await tryPlayer({ checks: [reads], inject });
  expect(report.checks[0]).toMatchObject({ verdict: "fail", clause: ["TRN-JSON-01"] });
});
