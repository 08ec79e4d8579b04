/** Public agents, examined before they are in a league, as by `league doctor`. */
import { expect, it } from "vitest";
import type { HttpHandler } from "../../../src/http/index.js";
import { seededRandom } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import {
  bundledDocument,
  canPlay,
  describeExamination,
  type Exchange,
  examine,
  ProfileCodec,
  resolveProfile,
} from "../../../src/wire/index.js";
import { wildLeagues } from "./leagues.js";
import { now, says } from "./player-messages.js";
import { wildPlayers } from "./players.js";
import { playersWithOwnSpellings } from "./players-with-own-spellings.js";
import { wildReferees } from "./referees.js";
import { reservedReferees } from "./reserved-referees.js";
import { WildLeague } from "./wild-league.js";
import { type Body, bodyOf, isBody, type Reply, rpcError, rpcResult, WildPlayer } from "./wild-player.js";
import { WildReferee } from "./wild-referee.js";

const url = urlOf(8101);
const me = { name: "wild", url, choice: "even", id: "P01", token: "" } as const;

async function examined(
  handlerIn: (platform: SimulatedPlatform) => HttpHandler,
  seen: readonly Exchange[] = [],
) {
  const platform = new SimulatedPlatform();
  platform.network.attach(url, handlerIn(platform));
  const { clock, network: transport } = platform;
  const roles = ["player", "referee", "manager"] as const;
  const random = seededRandom(1);
  return clock.run(examine({ url, transport, clock, random, answerMs: 5_000, roles, seen }));
}

it.each(wildPlayers.map((habits) => [habits.name, habits] as const))(
  "the player %s is reported as one that could play",
  async (_name, habits) => {
    const found = await examined(() => new WildPlayer(habits, me, "P01").handle);
    expect([found.role, canPlay(found), found.open]).toEqual(["player", true, []]);
  },
);

const spellings = [
  ["in camelCase", {}, { members: "camel", times: "unix_ms" }, 'in the style "camel"'],
  ["with class names", { isSeen: true }, { types: "pascal", times: "unix" }, 'are in "meta" and "payload"'],
] as const;

it.each(spellings)(
  "the spelling of the player %s is reported, and its form is found",
  async (name, how, spelling, words) => {
    const habits = playersWithOwnSpellings.map((make) => make()).find((one) => one.name === name);
    if (habits === undefined) throw new Error("there is no such player");
    // The form of a player whose error names no missing member is known from its registration.
    const seen = "isSeen" in how ? [{ by: "peer" as const, request: habits.registration(me) }] : [];
    const found = await examined(() => new WildPlayer(habits, me, "P01").handle, seen);
    expect([found.role, canPlay(found)]).toEqual(["player", true]);
    expect(found.document?.spelling).toEqual(spelling);
    expect(found.evidence.some((line) => line.includes(words))).toBe(true);
  },
);

it("a form that extends the nearest bundled form keeps the other rules of that form", async () => {
  const habits = wildPlayers.find(({ name }) => name === "one-method-beside-tools");
  if (habits === undefined) throw new Error("there is no such player");
  const { document } = await examined(
    () => new WildPlayer(habits, { name: "wild", url, choice: "even" }, "P01").handle,
  );
  if (document === undefined) throw new Error("a form should have been derived");
  const codec = new ProfileCodec(resolveProfile(document, bundledDocument));
  const answer = { jsonrpc: "2.0", id: 1, result: { success: true, parity_choice: "even" } };
  const asked = { conversation_id: "conv-R1M1", conversation: "conv-unknown" };
  expect(codec.decodeReply(answer, "CHOOSE_PARITY_CALL", asked)?.conversation_id).toBe("conv-R1M1");
});

const answering =
  (answerTo: (request: Body) => Reply): HttpHandler =>
  async ({ body }) => {
    const reply = answerTo(bodyOf(JSON.parse(String(body) || "{}")));
    const headers = { "content-type": "application/json" };
    return { status: reply.status ?? 200, headers, body: JSON.stringify(reply.body) };
  };

const joins = { message_type: "GAME_JOIN_ACK", accept: true, arrival_timestamp: now };
const chooses = { message_type: "CHOOSE_PARITY_RESPONSE", parity_choice: "even" };

it("a player that accepts calls and bare messages, and answers both as calls, gets calls", async () => {
  const found = await examined(() =>
    answering((request) => {
      const message = isBody(request.params) ? request.params : request;
      const { message_type, conversation_id, match_id } = message;
      const own = { ...says(me, "ACK", {}), conversation_id, match_id, player_id: me.id };
      if (message_type === "GAME_INVITATION") return rpcResult(request.id ?? 1, { ...own, ...joins });
      if (message_type === "CHOOSE_PARITY_CALL") return rpcResult(request.id ?? 1, { ...own, ...chooses });
      return message_type === "GAME_OVER" ? rpcResult(1, own) : { body: { status: "processed" } };
    }),
  );
  if (found.document === undefined) throw new Error("a form should have been derived");
  const { request } = resolveProfile(found.document, bundledDocument);
  expect([canPlay(found), request]).toEqual([true, "params"]);
});

it("an unanswered invitation, which is refused in other forms, determines the form", async () => {
  const wholeSeconds = /^[\d-]+T[\d:]+Z$/;
  const found = await examined(() => {
    const handler = answering(({ method, params, id }) => {
      const { timestamp, conversation_id, match_id } = bodyOf(params);
      if (!wholeSeconds.test(String(timestamp))) return rpcError(id, -32602, "Invalid envelope");
      if (method !== "CHOOSE_PARITY_CALL") return rpcError(id, -32601, `Unknown: ${String(method)}`);
      return rpcResult(id, { ...says(me, "CHOOSE_PARITY_RESPONSE", chooses), conversation_id, match_id });
    });
    return async (request) => {
      const { method, params } = bodyOf(JSON.parse(String(request.body) || "{}"));
      const isInvitation =
        method === "GAME_INVITATION" && wholeSeconds.test(String(bodyOf(params).timestamp));
      return isInvitation ? new Promise(() => {}) : handler(request);
    };
  });
  expect([found.role, found.understood]).toEqual(["player", ["CHOOSE_PARITY_CALL"]]);
  expect(found.refused[0]).toEqual({ type: "GAME_INVITATION", answer: "no answer in time" });
  if (found.document === undefined) throw new Error("a form should have been derived");
  const codec = new ProfileCodec(resolveProfile(found.document, bundledDocument));
  const call = { message_type: "CHOOSE_PARITY_CALL", timestamp: "2026-01-02T03:04:05.678Z" };
  expect(codec.request("CHOOSE_PARITY_CALL", call, 1)).toMatchObject({
    method: "CHOOSE_PARITY_CALL",
    params: { timestamp: "2026-01-02T03:04:05Z" },
  });
});

it("a player that reports another missing member each time gets a limited number of requests", async () => {
  let requests = 0;
  const found = await examined(() => async ({ body }) => {
    requests += 1;
    const { id } = JSON.parse(String(body) || "{}") as { id?: number };
    const error = { code: -32602, message: `Invalid params: member_${requests} is required` };
    const headers = { "content-type": "application/json" };
    return { status: 200, headers, body: JSON.stringify({ jsonrpc: "2.0", id, error }) };
  });
  expect([canPlay(found), requests < 300]).toEqual([false, true]);
});

const examinedReferee = async (habits: (typeof wildReferees)[number]) => {
  const started: string[] = [];
  const found = await examined(({ network }) => {
    const self = { name: "wild", url, id: "REF01", directory: new Map<string, string>() };
    const referee = new WildReferee(habits, self, network, urlOf(8000));
    return async (request) => {
      const reply = await referee.handle(request);
      started.push(...referee.started);
      return reply;
    };
  });
  return { found, started };
};

it("a referee that refuses each message without a whole envelope is found by its supported order", async () => {
  const [habits] = reservedReferees;
  if (habits === undefined) throw new Error("there is no such referee");
  const { found } = await examinedReferee({
    ...habits,
    answer: (request, path, self, acts) =>
      bodyOf(request.params).match_id === undefined && request.method === "START_MATCH"
        ? habits.answer(request, path, self, { ...acts, play: async () => {} })
        : habits.answer(request, path, self, acts),
  });
  expect([found.role, canPlay(found), found.matchStart]).toEqual(["referee", true, "START_MATCH"]);
  expect(found.document?.extends).toBe("start-match");
});

it.each(
  wildReferees
    .filter(({ name }) => name !== "post-run-match")
    .map((habits) => [habits.name, habits] as const),
)("the referee %s is reported as a referee, and starts no match", async (_name, habits) => {
  const { found, started } = await examinedReferee(habits);
  expect([found.role, canPlay(found), started]).toEqual(["referee", true, []]);
});

it("a referee without answers at /mcp is not reported as able to play", async () => {
  const [silent] = wildReferees.filter(({ name }) => name === "post-run-match");
  if (silent === undefined) throw new Error("there is no such referee");
  const { found } = await examinedReferee(silent);
  expect([found.document, canPlay(found)]).toEqual([undefined, false]);
});

it.each(wildLeagues.map((habits) => [habits.name, habits] as const))(
  "the league manager %s is reported as one, although it acknowledges unknown messages",
  async (_name, habits) => {
    const found = await examined(({ network }) => new WildLeague(habits, network).handle);
    expect([found.role, canPlay(found)]).toEqual(["manager", true]);
  },
);

it.each(["E011", "E012"])("a refusal with %s counts as a supported message", async (code) => {
  const found = await examined(() => async ({ body }) => {
    const { id, method } = JSON.parse(String(body) || "{}") as { id: unknown; method: unknown };
    const isKnown = ["handle_game_invitation", "choose_parity", "notify_match_result"].includes(
      String(method),
    );
    const { body: reply } = isKnown
      ? rpcResult(id, { status: "error", error_code: code, message: "auth_token" })
      : rpcError(id, -32601, "Method not found");
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(reply) };
  });
  expect([found.role, canPlay(found), found.refused]).toEqual(["player", true, []]);
  expect(describeExamination(url, found, "agent.wire.json").join(" ")).toContain(
    `it requires the token of its league (${code})`,
  );
});
