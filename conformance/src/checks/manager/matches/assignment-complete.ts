import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { GAME_TYPE } from "../../../peers/scripted-manager.js";
import { plainLeague } from "../_leagues.js";
import { begun, roundsOf } from "../_rounds.js";
import { A_LEAGUE_MS } from "../_times.js";

export default check<ManagerBench>({
  id: "manager/matches/assignment-complete",
  title:
    "assigns a match by RUN_MATCH with everything that its referee needs, and only once when it is acknowledged",
  decides: ["LM-MATCH-02"],
  kills: [
    "manager:assigns-without-endpoints",
    "manager:swaps-endpoints",
    "manager:assigns-again-and-again",
    "manager:announces-other-sides",
  ],
  worstCaseMs: A_LEAGUE_MS,
  async run(bench) {
    const league = await plainLeague(bench);
    bench.look(league, ["RUN_MATCH"], (played) => {
      const seen = begun(bench, played);
      const { assignments, players, referees } = seen;
      const announced = roundsOf(seen).flatMap(({ matches }) => matches);
      const endpointOf = (id: string) => players.find((seat) => seat.id === id)?.post.url;
      const given = assignments.filter(({ by }) => by === "RUN_MATCH");
      bench.expect.that(given.length > 0, {
        diagnosis: "no referee was sent RUN_MATCH",
        expected: "RUN_MATCH",
        received: "announcements only",
      });
      for (const { received, matchId, playerA, playerB } of given) {
        const { message } = received;
        const what = (member: string) => `${member} in RUN_MATCH for ${matchId}`;
        bench.expect(message.league_id, what("league_id")).is(referees[0]?.leagueId ?? message.league_id);
        bench.expect(message.league_id, what("league_id")).isText();
        bench.expect(message.round_id, what("round_id")).isInteger();
        bench.expect(message.game_type, what("game_type")).is(GAME_TYPE);
        bench.expect(message.player_A_endpoint, what("player_A_endpoint")).is(endpointOf(playerA));
        bench.expect(message.player_B_endpoint, what("player_B_endpoint")).is(endpointOf(playerB));
        const told = announced.find(({ match_id }) => match_id === matchId);
        const sides = `player_A_id ${playerA} and player_B_id ${playerB}`;
        const others = `player_A_id ${String(told?.player_A_id)} and player_B_id ${String(told?.player_B_id)}`;
        // Whether they are the same two players at all is for matches/assigned-once to say.
        bench.expect.that(told?.player_A_id !== playerB || told.player_B_id !== playerA, {
          diagnosis: `RUN_MATCH for ${matchId} has ${sides}, and the announcement of its round had ${others}`,
          expected: others,
          received: sides,
        });
      }
      const ids = given.map(({ matchId }) => matchId);
      const twice = ids.find((id, index) => ids.indexOf(id) !== index);
      bench
        .expect(twice, "a match whose RUN_MATCH was sent again although it had been acknowledged")
        .isAbsent();
    });
  },
});
