/** What the form that a user has chosen accepts is no leniency: `strict` accepts it, too. */
import { expect, it } from "vitest";
import { type Agent, createPlayer, createReferee, type RunningAgent, seededRandom } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { bundledDocument, resolveProfile, type WireProfile } from "../../src/wire/index.js";
import { leagueThatGives } from "../wire/wild/plain-league.js";
import { WildLeague } from "../wire/wild/wild-league.js";
import { type Answered, type Asked, ask, rpc } from "./ask.js";
import { invitation } from "./messages.js";

async function answer(agent: Agent<RunningAgent>, wire: WireProfile, asked: Asked): Promise<Answered> {
  const platform = new SimulatedPlatform();
  const { clock, network: transport } = platform;
  const habits = leagueThatGives({ auth_token: "t".repeat(32), league_id: "L1", reason: null });
  transport.attach(urlOf(8000), new WildLeague(habits, transport).handle);
  const about = { endpoint: urlOf(8001), league: urlOf(8000), random: seededRandom("1") };
  const running = agent.connect({ ...about, clock, transport, wire });
  transport.attach(urlOf(8001), running.handle);
  await clock.run(running.registered);
  const answered = await ask(platform, 8001, asked);
  await clock.run(running.close());
  return answered;
}

const own = (extended: string) =>
  resolveProfile({ name: "own", title: "Own", description: "Own.", extends: extended }, bundledDocument);

it("a strict referee is started as in the form of its user", async () => {
  const order = {
    ...{ protocol: "league.v2", message_type: "RUN_MATCH", sender: "league_manager" },
    ...{ timestamp: "2025-12-20T10:00:00.000Z", conversation_id: "conv-1", game_type: "even_odd" },
    ...{ match_id: "R1M1", round_id: 1, player_A_id: "P01", player_B_id: "P02", league_id: "L1" },
    ...{ player_A_endpoint: urlOf(8101), player_B_endpoint: urlOf(8102) },
  };
  const referee = createReferee({ displayName: "Solomon", strict: true });
  const { isAccepted, said } = await answer(referee, own("assign-match"), rpc("assign_match", order));
  expect([isAccepted, said.match_id]).toEqual([true, "R1M1"]);
});

it("a strict player completes a message by the rules of its user", async () => {
  const player = createPlayer({ displayName: "ours", choose: () => "odd", strict: true });
  const asked = rpc("game_invitation", invitation({ league_id: undefined, round_id: undefined }));
  const { isAccepted, said } = await answer(player, own("type-in-lower-case"), asked);
  expect([isAccepted, said.match_id]).toEqual([true, "R1M1"]);
});
