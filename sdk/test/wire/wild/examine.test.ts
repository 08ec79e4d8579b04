/** Agents of the wild, examined before they are in a league, as `league doctor` does. */
import { expect, it } from "vitest";
import type { HttpHandler } from "../../../src/http/index.js";
import { seededRandom } from "../../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import {
  bundledDocument,
  couldPlay,
  describeExamination,
  examine,
  ProfileCodec,
  resolveProfile,
} from "../../../src/wire/index.js";
import { wildLeagues } from "./leagues.js";
import { wildPlayers } from "./players.js";
import { wildReferees } from "./referees.js";
import { WildLeague } from "./wild-league.js";
import { rpcError, rpcResult, WildPlayer } from "./wild-player.js";
import { WildReferee } from "./wild-referee.js";

const url = urlOf(8101);

async function examined(handlerIn: (platform: SimulatedPlatform) => HttpHandler) {
  const platform = new SimulatedPlatform();
  platform.network.attach(url, handlerIn(platform));
  const { clock, network: transport } = platform;
  const roles = ["player", "referee", "manager"] as const;
  return clock.run(examine({ url, transport, clock, random: seededRandom(1), answerMs: 5_000, roles }));
}

it.each(wildPlayers.map((habits) => [habits.name, habits] as const))(
  "the player %s is found to be one that could play",
  async (_name, habits) => {
    const me = { name: "wild", url, choice: "even" } as const;
    const found = await examined(() => new WildPlayer(habits, me, "P01").handle);
    expect([found.role, couldPlay(found), found.open]).toEqual(["player", true, []]);
  },
);

it("a form keeps what it leaves unsaid when it is told by the bundled form that is nearest", async () => {
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

it("a player that misses another member each time is not asked without end", async () => {
  let requests = 0;
  const found = await examined(() => async ({ body }) => {
    requests += 1;
    const { id } = JSON.parse(String(body) || "{}") as { id?: number };
    const error = { code: -32602, message: `Invalid params: member_${requests} is required` };
    const headers = { "content-type": "application/json" };
    return { status: 200, headers, body: JSON.stringify({ jsonrpc: "2.0", id, error }) };
  });
  expect([couldPlay(found), requests < 300]).toEqual([false, true]);
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

it.each(
  wildReferees
    .filter(({ name }) => name !== "post-run-match")
    .map((habits) => [habits.name, habits] as const),
)("the referee %s is found to be one, and is not made to play", async (_name, habits) => {
  const { found, started } = await examinedReferee(habits);
  expect([found.role, couldPlay(found), started]).toEqual(["referee", true, []]);
});

it("a referee that tells nothing at /mcp is not said to be able to play", async () => {
  const [silent] = wildReferees.filter(({ name }) => name === "post-run-match");
  if (silent === undefined) throw new Error("there is no such referee");
  const { found } = await examinedReferee(silent);
  expect([found.document, couldPlay(found)]).toEqual([undefined, false]);
});

it.each(wildLeagues.map((habits) => [habits.name, habits] as const))(
  "the league manager %s is found to be one, although it acknowledges what it does not know",
  async (_name, habits) => {
    const found = await examined(({ network }) => new WildLeague(habits, network).handle);
    expect([found.role, couldPlay(found)]).toEqual(["manager", true]);
  },
);

it.each(["E011", "E012"])("an agent that refuses with %s has understood the message", async (code) => {
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
  expect([found.role, couldPlay(found), found.refused]).toEqual(["player", true, []]);
  expect(describeExamination(url, found, "agent.wire.json").join(" ")).toContain(
    `it wants the token of its league (${code})`,
  );
});
