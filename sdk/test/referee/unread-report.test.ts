/** The report of a match to a league whose answers cannot be read. */
import { expect, it } from "vitest";
import { createReferee } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { ask, rpc } from "../leniency/ask.js";
import { leagueThatGives } from "../wire/wild/plain-league.js";
import { WildLeague } from "../wire/wild/wild-league.js";
import { rpcResult } from "../wire/wild/wild-player.js";

const order = {
  ...{ protocol: "league.v2", message_type: "RUN_MATCH", sender: "league_manager" },
  ...{ timestamp: "2025-12-20T10:00:00.000Z", conversation_id: "conv-1", game_type: "even_odd" },
  ...{ match_id: "R1M1", round_id: 1, player_A_id: "P01", player_B_id: "P02", league_id: "L1" },
  ...{ player_A_endpoint: urlOf(8101), player_B_endpoint: urlOf(8102) },
};

it.each([
  ["a strict referee", true],
  ["a referee", false],
])("%s sends its report in no other form, because the league may have read it", async (_who, strict) => {
  const platform = new SimulatedPlatform();
  const habits = leagueThatGives({ auth_token: "t".repeat(32), league_id: "L1", reason: null });
  const league = new WildLeague(
    { ...habits, acknowledges: (_type, _message, { id }) => rpcResult(id, { seen: 7 }) },
    platform.network,
  );
  platform.network.attach(urlOf(8000), league.handle);
  const referee = platform.connect(createReferee({ displayName: "Solomon", strict }), 8001, urlOf(8000));
  await platform.clock.run(referee.registered);
  await ask(platform, 8001, rpc("run_match", order));
  await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(120_000, resolve)));
  await referee.close();
  expect(league.reports.length).toBe(1);
});
