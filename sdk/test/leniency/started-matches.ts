/** Orders of foreign leagues at our referee. */
import { createPlayer, createReferee, type MatchRecord } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { wildLeagues } from "../wire/wild/leagues.js";
import { leagueThatGives } from "../wire/wild/plain-league.js";
import { WildLeague } from "../wire/wild/wild-league.js";
import type { Body } from "../wire/wild/wild-player.js";
import { type Asked, ask, post, rpc } from "./ask.js";
import { both, type Case, type Cases } from "./cases.js";

const addresses = { player_A_endpoint: urlOf(8101), player_B_endpoint: urlOf(8102) };
const given = { auth_token: "t".repeat(32), league_id: "L1", reason: null };
const longEnoughMs = 120_000;

/**
 * Whether our referee plays the match of our two players after this request, and reports it so.
 * @param habits of the league; it gives ids and tokens as in the documents, if left out
 */
const starts = (
  asked: Asked,
  isIt: (report: Body) => boolean = () => true,
  habits = leagueThatGives(given),
): Case =>
  both(async (strict) => {
    const platform = new SimulatedPlatform();
    const league = new WildLeague(habits, platform.network);
    platform.network.attach(urlOf(8000), league.handle);
    const records: MatchRecord[] = [];
    const onMatch = (record: MatchRecord) => void records.push(record);
    const referee = createReferee({ displayName: "Solomon", onMatch, strict });
    const agents = [platform.connect(referee, 8001, urlOf(8000))];
    for (const [index, choice] of (["even", "odd"] as const).entries()) {
      const player = createPlayer({ displayName: `p${index}`, choose: () => choice });
      agents.push(platform.connect(player, 8101 + index, urlOf(8000)));
    }
    for (const agent of agents) await platform.clock.run(agent.registered);
    await ask(platform, 8001, asked);
    await platform.clock.run(new Promise<void>((resolve) => platform.clock.after(longEnoughMs, resolve)));
    await Promise.all(agents.map((one) => one.close()));
    const { P01, P02 } = records[0]?.outcome.choices ?? {};
    return P01 === "even" && P02 === "odd" && league.reports.some(isIt);
  });

const envelope = {
  ...{ protocol: "league.v2", sender: "league_manager", timestamp: "2025-12-20T10:00:00.000Z" },
  conversation_id: "conv-1",
};
const players = { player_A_id: "P01", player_B_id: "P02" };
const match = { match_id: "R1M1", game_type: "even_odd", ...players };
const whole = {
  ...{ ...envelope, message_type: "RUN_MATCH", league_id: "L1", round_id: 1 },
  ...{ ...match, ...addresses },
};
const order = (members: Body = {}) => rpc("handle_message", { message: { ...whole, ...members } });

/** A league of another form; it answers registrations with whole messages, which `strict` reads. */
const flatResults = wildLeagues.find(({ name }) => name === "flat-results");

export const startedMatches: Cases = {
  "an order at /run_match": starts(post("/run_match", { ...match, round_id: 1, ...addresses })),
  "an order at another path of matches": starts(
    post("/api/matches", {
      match_id: "R1M1",
      players: [8101, 8102].map((port, index) => ({ id: `P0${index + 1}`, url: urlOf(port) })),
    }),
  ),
  "an order that is named assign_match": starts(rpc("assign_match", whole)),
  "an order with two addresses under any name": starts(
    rpc("officiate", {
      ...{ match: "R1M1", left: "P01", left_url: urlOf(8101), right: "P02", right_url: urlOf(8102) },
    }),
  ),
  "an order without addresses": starts(order({ player_A_endpoint: undefined, player_B_endpoint: undefined })),
  "an order without a round": starts(order({ round_id: undefined })),
  "an announcement by the id of the referee": starts(
    rpc("notify_round", {
      ...{ ...envelope, message_type: "ROUND_ANNOUNCEMENT", league_id: "L1", round_id: 1 },
      matches: [{ ...match, referee_endpoint: urlOf(8001), referee_id: "REF01" }],
    }),
  ),
  "the players next to the result in a report": starts(
    order(),
    ({ player_a_id, winner_id }) => player_a_id === "P01" && winner_id !== undefined,
    flatResults && { ...flatResults, accepts: leagueThatGives(given).accepts },
  ),
};
