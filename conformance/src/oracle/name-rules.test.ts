/** The ids and fixed words in an answer, compared with its request. */
import { expect, test } from "vitest";
import { inspectNames, nameRules } from "./name-rules.js";

const CANONICAL = { isFlat: false, isLeagueForm: true };

test.each([
  [{ match_id: "R1M1", player_id: "P01", parity_choice: "odd" }, false, []],
  [{ match_id: "R1M2", player_id: "P01", parity_choice: "odd" }, false, ["choice-named"]],
  [{ match_id: "R1M1", player_id: "P02", parity_choice: "odd" }, false, ["choice-named"]],
  [{ match_id: "R1M1", parity_choice: ["odd"] }, false, ["choice-named", "choice-parity"]],
  [{ match_id: "R1M1", parity_choice: "ODD" }, true, []],
])("a choice names its match, its player and a parity: %j", (reply, isFlat, expected) => {
  const request = { match_id: "R1M1", player_id: "P01" };
  const found = inspectNames({
    type: "CHOOSE_PARITY_CALL",
    request,
    reply,
    role: "player",
    id: "P01",
    now_ms: 0,
    isFlat,
    isLeagueForm: true,
  });
  expect(found.map(({ kind }) => kind)).toEqual(expected);
});

test.each([
  ["1970-01-01T00:00:01Z", []],
  ["1970-01-01T03:00:01Z", ["join-timed"]],
  ["now", ["join-timed"]],
])(
  "a join whose clock is right has the present time in arrival_timestamp: %s",
  (arrival_timestamp, expected) => {
    const reply = { match_id: "R1M1", accept: true, arrival_timestamp };
    const about = { type: "GAME_INVITATION", request: { match_id: "R1M1" }, role: "player" as const };
    const named = { ...about, id: undefined, now_ms: 1_000, ...CANONICAL };
    const found = (timestamp: string) =>
      inspectNames({ ...named, reply: { ...reply, timestamp } }).map(({ kind }) => kind);
    expect(found("1970-01-01T00:00:01Z")).toEqual(expected);
    // The rule of timestamps judges a wrong clock.
    if (arrival_timestamp !== "now") expect(found("1970-01-01T03:00:01Z")).toEqual([]);
  },
);

test("the ids in the answer to a call for another player, or without a match, are not judged", () => {
  const about = (request: object) => ({
    type: "CHOOSE_PARITY_CALL",
    request,
    role: "player" as const,
    id: "P01",
    now_ms: 0,
    ...CANONICAL,
  });
  const reply = { match_id: "R1M1", player_id: "P02", parity_choice: "even" };
  expect(inspectNames({ ...about({ match_id: "R1M1", player_id: "P02" }), reply })).toEqual([]);
  expect(inspectNames({ ...about({ match_id: 7 }), reply })).toEqual([]);
});

test.each([
  ["GAME_OVER", "player", { match_id: "R1M1" }, { message_type: "GAME_OVER_ACK", match_id: "R1M1" }, []],
  ["GAME_OVER", "player", { match_id: "R1M1" }, { message_type: "GAME_OVER_ACK" }, []],
  [
    "GAME_OVER",
    "player",
    { match_id: "R1M1" },
    { message_type: "ACK", match_id: "R1M2" },
    ["acknowledgement-named", "acknowledgement-named"],
  ],
  [
    "ROUND_ANNOUNCEMENT",
    "referee",
    { round_id: 1 },
    { message_type: "ACK", round_id: 2 },
    ["announcement-acknowledged", "announcement-acknowledged"],
  ],
  ["GAME_OVER", "referee", { match_id: "R1M1" }, { message_type: "ACK", match_id: "R1M2" }, []],
  [
    "RUN_MATCH",
    "referee",
    { match_id: "R1M1" },
    { match_id: "R1M1", status: "accepted" },
    ["order-acknowledged", "order-acknowledged"],
  ],
  [
    "MATCH_RESULT_REPORT",
    "manager",
    { match_id: "R1M1" },
    {
      message_type: "MATCH_RESULT_ACK",
      status: "recorded",
    },
    ["report-named"],
  ],
] as const)("the answer to %s of a %s about %j: %j", (type, role, request, reply, expected) => {
  const found = inspectNames({ type, role, request, reply, id: undefined, now_ms: 0, ...CANONICAL });
  expect(found.map(({ kind }) => kind)).toEqual(expected);
});

test.each([
  [["chess"], "REJECTED", "Unsupported game type", ["rejection-reasoned"], []],
  [["chess"], "REJECTED", 7, ["rejection-reasoned"], ["rejection-reasoned"]],
  [["chess"], "REJECTED", undefined, ["rejection-reasoned"], ["rejection-reasoned"]],
  [["chess"], "ACCEPTED", undefined, [], []],
  [["even_odd"], "REJECTED", undefined, [], []],
])("a player of %j that is %s with the reason %s", (game_types, status, reason, rules, found) => {
  const about = { type: "LEAGUE_REGISTER_REQUEST", role: "manager" as const, id: undefined, now_ms: 0 };
  const named = {
    ...{ ...about, ...CANONICAL },
    request: { player_meta: { game_types } },
    reply: { status, reason },
  };
  expect(nameRules(named)).toEqual(rules);
  expect(inspectNames(named).map(({ kind }) => kind)).toEqual(found);
});

test.each([
  [{ wins: 1, draws: 0, losses: 1, played: 2 }, []],
  [{ wins: 1, draws: 0, losses: 1, played: 3 }, ["/result/data/standings/0/played"]],
  [{ wins: 1, draws: 0, losses: 1 }, ["/result/data/standings/0/played"]],
  [{ points: 3 }, []],
])("the row %j in the answer to a query", (row, pointers) => {
  const about = { type: "LEAGUE_QUERY", role: "manager" as const, id: undefined, now_ms: 0, request: {} };
  const named = { ...about, ...CANONICAL, reply: { data: { standings: [row] } } };
  expect(inspectNames(named).map(({ pointer }) => pointer)).toEqual(pointers);
  expect(nameRules({ ...named, isLeagueForm: false })).toEqual([]);
});

test.each([
  ["player:P01", { data: { standings: [] } }, []],
  ["player:P01", { data: {} }, ["/result/data/standings"]],
  ["player:P01", { success: false, data: null }, []],
  ["referee:REF01", { data: {} }, []],
])("GET_STANDINGS of %s, answered with %j", (sender, reply, pointers) => {
  const about = { type: "LEAGUE_QUERY", role: "manager" as const, id: undefined, now_ms: 0 };
  const named = { ...about, ...CANONICAL, request: { sender, query_type: "GET_STANDINGS" }, reply };
  expect(inspectNames(named).map(({ pointer }) => pointer)).toEqual(pointers);
});
