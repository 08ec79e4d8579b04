import { expect, test } from "vitest";
import { echoesWrongMatch } from "../../../fixtures/report/checks.js";
import type { TranscriptEntry } from "../../types.js";
import { firstDifference } from "./first-difference.js";

let id = 0;
const asked = (message: object, from = "referee", to = "agent"): TranscriptEntry => ({
  at_ms: 0,
  kind: "request",
  from,
  to,
  json: { jsonrpc: "2.0", id: ++id, method: "m", params: message },
});
const answered = (result: object, own = id, at_ms = 1): TranscriptEntry => ({
  at_ms,
  kind: "reply",
  from: "agent",
  to: "referee",
  status: 200,
  json: { jsonrpc: "2.0", id: own, result },
});
const refused = (code: number): TranscriptEntry => ({
  ...answered({}),
  json: { jsonrpc: "2.0", id, error: { code, message: "no" } },
});
const silent: TranscriptEntry = {
  at_ms: 5_000,
  kind: "failure",
  from: "agent",
  to: "referee",
  note: "timeout: 5000 ms",
};
const noted = (note: string): TranscriptEntry => ({
  at_ms: 0,
  kind: "note",
  from: "suite",
  to: "suite",
  note,
});
const invitation = (match_id: string) => ({ message_type: "GAME_INVITATION", match_id });
const join = (match_id: string, more = {}) => ({
  message_type: "GAME_JOIN_ACK",
  match_id,
  accept: true,
  ...more,
});
const choice = (word: unknown) => ({
  message_type: "CHOOSE_PARITY_RESPONSE",
  match_id: "R1M1",
  parity_choice: word,
});
/** An invitation to this match, and what comes after it: by default that it is joined. */
const invited = (match = "R1M1", answer: () => TranscriptEntry = () => answered(join(match))) => [
  asked(invitation(match)),
  answer(),
];
const theirs = invited();

test.each<[string, () => TranscriptEntry[], () => TranscriptEntry[]]>([
  [
    "other names for the same things, other times and tokens",
    () => invited("R1M1", () => answered(join("R1M1", { at: "2026-01-01T00:00:00Z", text: "hi" }))),
    () => invited("R7M9", () => answered(join("R7M9", { at: "2027-05-01T00:00:00Z", text: "ho" }))),
  ],
  [
    "a member that only the agent under test sends",
    () => invited("R1M1", () => answered(join("R1M1", { extra: 1 }))),
    () => theirs,
  ],
  [
    "an answer that takes a little longer",
    () => invited("R1M1", () => answered(join("R1M1"), id, 900)),
    () => theirs,
  ],
  [
    "choices",
    () => [asked({ message_type: "CHOOSE_PARITY_CALL" }), answered(choice("banana"))],
    () => [asked({ message_type: "CHOOSE_PARITY_CALL" }), answered(choice("odd"))],
  ],
])("%s are no difference", (_what, mine, reference) => {
  expect(firstDifference(mine(), reference())).toBeUndefined();
});

test("the order of two concurrent requests makes no difference", () => {
  const [first, second] = [asked(invitation("R1M1")), asked(invitation("R1M2"))];
  const [one, two] = [answered(join("R1M1"), id - 1), answered(join("R1M2"), id)];
  expect(firstDifference([first, second, one, two], [first, one, second, two])).toBeUndefined();
});

const report = () => asked({ message_type: "MATCH_RESULT_REPORT" }, "agent", "league_manager");
const registers = (from: string) =>
  asked({ message_type: "LEAGUE_REGISTER_REQUEST" }, from, "league_manager");
const own = (player_id: string) => [
  ...invited("R1M1", () => answered(join("R1M1", { player_id }))),
  asked({ message_type: "CHOOSE_PARITY_CALL", player_id: "P30" }),
];

test.each<[string, () => TranscriptEntry[], () => TranscriptEntry[], number | undefined, string]>([
  [
    "an error instead of an answer",
    () => invited("R1M1", () => refused(-32602)),
    () => theirs,
    1,
    "the reference agent answers GAME_JOIN_ACK, HTTP 200; this agent answers error -32602, HTTP 200",
  ],
  [
    "another match than that of the request",
    () => [...invited(), ...invited("R1M2", () => answered(join("R1M1")))],
    () => [...invited(), ...invited("R1M2")],
    3,
    'in GAME_JOIN_ACK, /result/match_id is "R1M2" from the reference agent and "R1M1" from this one',
  ],
  [
    "a member that is missing",
    () => invited("R1M1", () => answered({ message_type: "GAME_JOIN_ACK", match_id: "R1M1" })),
    () => theirs,
    1,
    "in GAME_JOIN_ACK, /result/accept is true",
  ],
  [
    "the id of another request",
    () => invited("R1M1", () => answered(join("R1M1"), 999)),
    () => theirs,
    1,
    "/id",
  ],
  [
    "a message that the agent does not send",
    () => [],
    () => [report()],
    undefined,
    "the reference agent sends MATCH_RESULT_REPORT; this agent sends no such message",
  ],
  [
    "one that only it sends",
    () => [report()],
    () => [],
    0,
    "this agent sends MATCH_RESULT_REPORT; the reference agent does not",
  ],
  [
    "a message of the same instance, although a further instance sends one like it",
    () => [registers("agent"), registers("agent 2")],
    () => [registers("agent"), registers("agent")],
    undefined,
    "the reference agent sends LEAGUE_REGISTER_REQUEST; this agent sends no such message",
  ],
  [
    "the id that the suite assigned, although its own one is always the same",
    () => own("P99"),
    () => own("P30"),
    1,
    '/result/player_id is "P30" from the reference agent and "P99"',
  ],
  [
    "an answer that took much longer",
    () => invited("R1M1", () => answered(join("R1M1"), id, 5_500)),
    () => theirs,
    1,
    "the reference agent answers GAME_INVITATION after 1 ms; this agent after 5.5 s",
  ],
  [
    "the fault of a whole check",
    () => [...echoesWrongMatch.transcript],
    () => echoesWrongMatch.transcript.with(-1, answered(choice("odd"), 13)),
    6,
    '/result/match_id is "R1M1"',
  ],
])("the first difference is %s", (_what, mine, reference, step, text) => {
  const found = firstDifference(mine(), reference());
  expect(found?.step).toBe(step);
  expect(found?.text).toContain(text);
});

test("the member and the answer that the verdict names count, not those before", () => {
  const choosing = (word: string) => [asked({ message_type: "CHOOSE_PARITY_CALL" }), answered(choice(word))];
  const banana = { diagnosis: 'parity_choice is "banana"; expected "even" or "odd"', received: '"banana"' };
  expect(firstDifference(choosing("banana"), choosing("odd"), banana)).toMatchObject({
    step: 1,
    referenceStep: 1,
    text: expect.stringContaining('/result/parity_choice is "odd" from the reference agent and "banana"'),
  });
  const over = (status: object) => [asked({ message_type: "GAME_OVER" }), answered(status)];
  const unknown = (): TranscriptEntry => ({ ...asked({}), json: { jsonrpc: "2.0", id, method: "no_such" } });
  const mine = [...over({ status: "ok" }), unknown(), answered({ status: "ok" })];
  const others = [...over({ message_type: "GAME_OVER_ACK" }), unknown(), refused(-32601)];
  const verdict = { diagnosis: "no_such was answered with {}", received: '{"status":"ok"}' };
  expect(firstDifference(mine, others)).toMatchObject({ step: 1 });
  expect(firstDifference(mine, others, verdict)).toMatchObject({
    step: 3,
    text: expect.stringContaining("the reference agent answers error -32601"),
  });
  const unanswered = { diagnosis: "", received: "no answer (timeout)" };
  expect(firstDifference([...mine.slice(0, 3), silent], others, unanswered)).toMatchObject({ step: 3 });
});

test("where a rule shows a part of its record, the difference is in the same exchange", () => {
  const judged = noted("9 of these were judged: a league");
  const call = { message_type: "CHOOSE_PARITY_CALL", match_id: "R1M1" };
  const chosen = (player_id: unknown) => [asked(call), answered({ ...choice("even"), player_id })];
  const reference = [judged, ...invited(), ...chosen("P01")];
  expect(firstDifference([judged, ...chosen(7)], reference)).toMatchObject({ step: 2, referenceStep: 4 });
});
