/** Only answers to the current request count (IS 3.2.3, 3.2.5; contract 3 and 6). */
import { beforeEach, describe, expect, it } from "vitest";
import { type Answer, inTurn, type ReceivedRequest, type Step } from "../peers/scripted-peer.js";
import type { ScriptedPlayer } from "../peers/scripted-player.js";
import { Refereed } from "./refereed.js";

let platform: Refereed;
let b: ScriptedPlayer;

beforeEach(async () => {
  platform = new Refereed();
  ({ b } = platform);
  await platform.environment.run(platform.referee.registered);
});

const resultOf = (answer: Answer) => ("result" in answer ? answer.result : null);

/** Kinds of wrong answers; `right` is the right step for the phase. */
const wrong: Record<string, (right: Step) => Step> = {
  "for another match": (right) => altered(right, { match_id: "R9M9" }),
  "of another player": (right) => altered(right, { player_id: "P01" }),
  "in another conversation": (right) => altered(right, { conversation_id: "conv-of-another-agent" }),
  "of another protocol": (right) => altered(right, { protocol: "league.v1" }),
  "of another message type": (right) => altered(right, { message_type: "GAME_OVER_ACK" }),
  "with a timestamp that is not UTC": (right) => altered(right, { timestamp: "2025-01-01T02:00:00+02:00" }),
  "with another JSON-RPC id": (right) => async (request) => ({
    result: resultOf(await right(request)),
    id: 4711,
  }),
  "with its JSON-RPC id as text": (right) => async (request) => ({
    result: resultOf(await right(request)),
    id: String(request.id),
  }),
  "as a bare message": (right) => async (request) => ({
    status: 200,
    body: JSON.stringify(resultOf(await right(request))),
  }),
  "as a separate request": (right) => async (request) => ({
    status: 200,
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: request.id,
      method: "join",
      params: resultOf(await right(request)),
    }),
  }),
  "under HTTP 500": (right) => async (request) => ({
    status: 500,
    body: JSON.stringify({ jsonrpc: "2.0", id: request.id, result: resultOf(await right(request)) }),
  }),
  "as HTTP 204": () => () => ({ status: 204, body: "" }),
  "that is not JSON": () => () => ({ status: 200, body: "<html>Service ready</html>" }),
  "that is cut off": () => () => ({
    status: 200,
    body: '{"jsonrpc":"2.0","id":1,"result":{"match_id":"R1M1"',
  }),
  "that is an error": () => () => ({ error: { code: -32603, message: "Internal error" } }),
  "that is nothing": () => () => ({ result: null }),
  "that is a list": () => () => ({ result: [] }),
};

function altered(step: Step, fields: object): Step {
  return async (request: ReceivedRequest) => ({
    result: { ...(resultOf(await step(request)) as object), ...fields },
  });
}

describe.each(Object.entries(wrong))("an answer %s", (_name, spoil) => {
  it("is no join, and is requested again", async () => {
    b.script = { join: inTurn(spoil(b.joins()), b.joins()) };
    expect((await platform.play()).status).not.toBe("TECHNICAL_LOSS");
    expect(b.times("handle_game_invitation")).toHaveLength(2);
  });

  it("is no choice, and loses without a valid one", async () => {
    b.script = { choice: spoil(b.chooses("odd")) };
    expect(await platform.play()).toMatchObject({
      status: "TECHNICAL_LOSS",
      winner: "P01",
      score: { P01: 3, P02: 0 },
      details: { drawn_number: null, choices: { P01: "even", P02: null } },
    });
    expect(b.times("choose_parity")).toHaveLength(4);
  });
});

describe.each(["EVEN", "Odd", "banana", "", null, 0, ["even"], { choice: "even" }])(
  "the choice %j",
  (bad) => {
    it("is refused with E004 and requested again, and a valid one counts", async () => {
      b.script = { choice: inTurn(b.chooses(bad), b.chooses("odd")) };
      expect(await platform.play()).toMatchObject({ details: { choices: { P02: "odd" } } });
      const [first, second] = b.times("choose_parity");
      expect((second ?? 0) - (first ?? 0)).toBe(2_000);
      expect(b.of("notify_game_error")).toHaveLength(1);
      expect(b.of("notify_game_error")[0]?.params).toMatchObject({
        error_code: "E004",
        affected_player: "P02",
        action_required: "CHOOSE_PARITY_RESPONSE",
        retry_info: { retry_count: 1, max_retries: 3 },
        violations: [{ pointer: "/parity_choice" }],
      });
    });

    it("loses without a valid one, and is not published", async () => {
      b.script = { choice: b.chooses(bad) };
      expect(await platform.play()).toMatchObject({ winner: "P01", details: { choices: { P02: null } } });
      const codes = b.of("notify_game_error").map(({ params }) => params.error_code);
      expect(codes).toEqual(["E004", "E004", "E004"]);
      const sent = JSON.stringify([platform.a.of("notify_match_result"), platform.manager.reports]);
      expect(sent).not.toMatch(/banana|EVEN|Odd/);
    });
  },
);

it("a referee accepts answers with nulls in place of absent fields and with unknown fields", async () => {
  const odd = { note: "hello", extra: { deep: [1] }, accept: true };
  b.script = { join: b.joins(odd), choice: b.chooses("odd", { ...odd, reason: null }) };
  expect(await platform.play()).toMatchObject({ details: { choices: { P02: "odd" } } });
});

it("a referee does not reveal a player's wrong answer, or its address, to the opponent", async () => {
  b.script = { choice: () => ({ status: 500, body: "Traceback: the secret token is 4711" }) };
  await platform.play();
  const sent = JSON.stringify(platform.a.received);
  expect(sent).not.toMatch(/Traceback|4711|8102|127\.0\.0\.1/);
});
