import { describe, expect, test } from "vitest";
import { echoesWrongMatch } from "../../fixtures/report/checks.js";
import type { TranscriptEntry } from "../types.js";
import { firstDifference } from "./first-difference.js";

let id = 0;
const asked = (message: object, from = "referee", to = "agent"): TranscriptEntry => ({
  ...{ at_ms: 0, kind: "request", from, to },
  json: { jsonrpc: "2.0", id: ++id, method: "m", params: message },
});
const answered = (result: object, own = id): TranscriptEntry => ({
  ...{ at_ms: 1, kind: "reply", from: "agent", to: "referee", status: 200 },
  json: { jsonrpc: "2.0", id: own, result },
});
const refused = (code: number): TranscriptEntry => ({
  ...{ at_ms: 1, kind: "reply", from: "agent", to: "referee", status: 200 },
  json: { jsonrpc: "2.0", id, error: { code, message: "no" } },
});
const silent: TranscriptEntry = {
  ...{ at_ms: 5_000, kind: "failure", from: "agent", to: "referee", note: "timeout: 5000 ms" },
};
const invitation = (match_id: string) => ({ message_type: "GAME_INVITATION", match_id });
const join = (match_id: string, more = {}) => ({
  message_type: "GAME_JOIN_ACK",
  match_id,
  accept: true,
  ...more,
});
const choice = (match_id: string, parity_choice: unknown) => ({
  message_type: "CHOOSE_PARITY_RESPONSE",
  match_id,
  parity_choice,
});

describe("there is no difference for", () => {
  test("other names for the same things, other times, choices and tokens", () => {
    const one = [
      asked(invitation("R1M1")),
      answered(join("R1M1", { at: "2026-01-01T00:00:00Z", text: "hi" })),
    ];
    const other = [
      asked(invitation("R7M9")),
      answered(join("R7M9", { at: "2027-05-01T00:00:00Z", text: "ho" })),
    ];
    expect(firstDifference(one, other)).toBeUndefined();
  });

  test("a message that only the agent under test sends", () => {
    const mine = [asked(invitation("R1M1")), answered(join("R1M1", { extra: 1 }))];
    expect(firstDifference(mine, [asked(invitation("R1M1")), answered(join("R1M1"))])).toBeUndefined();
  });
});

describe("the first difference is", () => {
  test.each<[string, TranscriptEntry, string]>([
    [
      "an error",
      refused(-32602),
      "the reference agent answers GAME_JOIN_ACK, HTTP 200; this agent answers error -32602, HTTP 200",
    ],
    [
      "silence",
      silent,
      "the reference agent answers GAME_JOIN_ACK, HTTP 200; this agent answers nothing (timeout)",
    ],
  ])("%s instead of an answer", (_name, answer, text) => {
    const mine = [asked(invitation("R1M1")), answer];
    const theirs = [asked(invitation("R1M1")), answered(join("R1M1"))];
    expect(firstDifference(mine, theirs)).toEqual({ step: 1, referenceStep: 1, text });
  });

  test("another match than that of the request", () => {
    const mine = [
      asked(invitation("R1M1")),
      answered(join("R1M1")),
      asked(invitation("R1M2")),
      answered(join("R1M1")),
    ];
    const theirs = [
      asked(invitation("R1M1")),
      answered(join("R1M1")),
      asked(invitation("R1M2")),
      answered(join("R1M2")),
    ];
    expect(firstDifference(mine, theirs)).toEqual({
      step: 3,
      referenceStep: 3,
      text: 'in GAME_JOIN_ACK, HTTP 200, /result/match_id is "R1M2" from the reference agent and "R1M1" from this one',
    });
  });

  test.each<[string, object]>([
    ["a member that is missing", { message_type: "GAME_JOIN_ACK", match_id: "R1M1" }],
    ["another type", join("R1M1", { accept: "yes" })],
    ["another truth", join("R1M1", { accept: false })],
  ])("%s", (_name, fault) => {
    const mine = [asked(invitation("R1M1")), answered(fault)];
    const theirs = [asked(invitation("R1M1")), answered(join("R1M1"))];
    expect(firstDifference(mine, theirs)?.text).toMatch(
      /^in GAME_JOIN_ACK, HTTP 200, \/result\/accept is true/,
    );
  });

  test("the id of another request", () => {
    const mine = [
      asked(invitation("R1M1")),
      answered(join("R1M1"), 999),
      asked(invitation("R1M1")),
      answered(join("R1M1"), 999),
    ];
    const theirs = [
      asked(invitation("R1M1")),
      answered(join("R1M1")),
      asked(invitation("R1M1")),
      answered(join("R1M1")),
    ];
    expect(firstDifference(mine, theirs)).toMatchObject({ step: 1, text: expect.stringContaining("/id") });
  });

  test("a message that the agent does not send, and one that only it sends", () => {
    const report = asked({ message_type: "MATCH_RESULT_REPORT" }, "agent", "league_manager");
    expect(firstDifference([], [report])).toEqual({
      referenceStep: 0,
      text: "the reference agent sends MATCH_RESULT_REPORT; this agent sends no such message",
    });
    expect(firstDifference([report], [])?.text).toBe(
      "this agent sends MATCH_RESULT_REPORT; the reference agent does not",
    );
  });

  test("a message of the same instance, although a further instance sends one like it", () => {
    const register = (from: string) =>
      asked({ message_type: "LEAGUE_REGISTER_REQUEST" }, from, "league_manager");
    const [mine, theirs] = [
      [register("agent"), register("agent 2")],
      [register("agent"), register("agent")],
    ];
    expect(firstDifference(mine, theirs)).toEqual({
      referenceStep: 1,
      text: "the reference agent sends LEAGUE_REGISTER_REQUEST; this agent sends no such message",
    });
  });

  test("the order of two concurrent requests makes no difference", () => {
    const [first, second] = [asked(invitation("R1M1")), asked(invitation("R1M2"))];
    const [one, two] = [answered(join("R1M1"), id - 1), answered(join("R1M2"), id)];
    expect(firstDifference([first, second, one, two], [first, one, second, two])).toBeUndefined();
  });

  test("the id that the suite assigned, although its own one is always the same", () => {
    const own = (player_id: string) => [asked(invitation("R1M1")), answered({ ...join("R1M1"), player_id })];
    const given = { ...asked({ message_type: "CHOOSE_PARITY_CALL", player_id: "P30" }) };
    expect(firstDifference([...own("P99"), given], [...own("P30"), given])).toMatchObject({
      step: 1,
      text: expect.stringContaining('/result/player_id is "P30" from the reference agent and "P99"'),
    });
  });

  test("the member that the verdict names, although choices may differ", () => {
    const choosing = (word: string) => [
      asked({ message_type: "CHOOSE_PARITY_CALL" }),
      answered(choice("R1M1", word)),
    ];
    const verdict = {
      diagnosis: 'parity_choice is "banana"; expected "even" or "odd"',
      received: '"banana"',
    };
    expect(firstDifference(choosing("banana"), choosing("odd"))).toBeUndefined();
    expect(firstDifference(choosing("banana"), choosing("odd"), verdict)).toMatchObject({
      step: 1,
      referenceStep: 1,
      text: expect.stringContaining('/result/parity_choice is "odd" from the reference agent and "banana"'),
    });
  });

  test("the answer that the verdict names, not one before that differs too", () => {
    const ok = (method: string): TranscriptEntry[] => [
      { ...asked({}), json: { jsonrpc: "2.0", id, method } },
      answered({ status: "ok" }),
    ];
    const mine = [asked({ message_type: "GAME_OVER" }), answered({ status: "ok" }), ...ok("no_such_method")];
    const theirs = [
      asked({ message_type: "GAME_OVER" }),
      answered({ message_type: "GAME_OVER_ACK" }),
      ...ok("no_such_method").slice(0, 1),
      refused(-32601),
    ];
    const verdict = { diagnosis: "no_such_method was answered with {}", received: '{"status":"ok"}' };
    expect(firstDifference(mine, theirs)).toMatchObject({ step: 1 });
    expect(firstDifference(mine, theirs, verdict)).toMatchObject({
      step: 3,
      text: expect.stringContaining("the reference agent answers error -32601"),
    });
    const unanswered = [...mine.slice(0, 3), silent];
    expect(
      firstDifference(unanswered, theirs, { diagnosis: "", received: "no answer (timeout)" }),
    ).toMatchObject({ step: 3 });
  });

  test("a member of a message that a note quotes", () => {
    const note = (meta: object): TranscriptEntry => ({
      ...{ at_ms: 0, kind: "note", from: "suite", to: "suite" },
      note: `it had registered with ${JSON.stringify({ player_meta: meta })}`,
    });
    expect(firstDifference([note({})], [note({ version: "1.0.0" })])).toEqual({
      step: 0,
      referenceStep: 0,
      text: 'in the message that is quoted, /player_meta/version is "1.0.0" from the reference agent and nothing from this one',
    });
  });

  test("an answer that took much longer, without other differences", () => {
    const conversation = (took: number) => [
      asked(invitation("R1M1")),
      { ...answered(join("R1M1")), at_ms: took },
    ];
    expect(firstDifference(conversation(900), conversation(2))).toBeUndefined();
    expect(firstDifference(conversation(5_500), conversation(2))?.text).toBe(
      "the reference agent answers GAME_INVITATION after 2 ms; this agent after 5.5 s",
    );
  });

  test("finally, the answer after which the suite's messages differ", () => {
    const begin = [asked(invitation("R1M1")), answered(join("R1M1"))];
    expect(firstDifference(begin, [...begin, asked(invitation("R1M2"))])).toEqual({
      step: 1,
      referenceStep: 1,
      text: "after GAME_JOIN_ACK, the reference agent is sent GAME_INVITATION; here the check ends",
    });
  });

  test("the fault of a whole check", () => {
    const right = echoesWrongMatch.transcript.with(-1, {
      ...answered(choice("R1M1", "odd"), 13),
    });
    expect(firstDifference(echoesWrongMatch.transcript, right)).toMatchObject({ step: 6, referenceStep: 6 });
  });

  test("in the same exchange, where a rule shows a part of its record", () => {
    const judged: TranscriptEntry = {
      ...{ at_ms: 0, kind: "note", from: "suite", to: "suite" },
      note: "9 of these were judged: a league",
    };
    const call = { message_type: "CHOOSE_PARITY_CALL", match_id: "R1M1" };
    const mine = [judged, asked(call), answered({ ...choice("R1M1", "even"), player_id: 7 })];
    const theirs = [
      judged,
      ...[asked(invitation("R1M1")), answered(join("R1M1"))],
      ...[asked(call), answered({ ...choice("R1M1", "even"), player_id: "P01" })],
    ];
    expect(firstDifference(mine, theirs)).toMatchObject({ step: 2, referenceStep: 4 });
  });
});
