import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { GAME_TYPE } from "../../../peers/scripted-manager.js";
import { setsItsDeadline } from "../_deadline.js";
import { inSeries, SERIES, seriesWorst } from "../_series.js";

export default check<RefereeBench>({
  id: "referee/choice/says-what-is-asked",
  title: "puts match, addressee, game, opponent, round and the time 30 s ahead into each choice call",
  decides: ["REF-CHOICE-03"],
  kills: [
    "referee:asks-without-player",
    "referee:asks-for-the-opponents-choice",
    "referee:sets-a-wrong-deadline",
    "referee:asks-without-context",
  ],
  shares: SERIES,
  slow: true,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inSeries(bench, ({ matchId, roundId, playerA, playerB, calls }) => {
      for (const { side, message, at_ms } of calls) {
        const addressee = side === "A" ? playerA : playerB;
        const opponent = side === "A" ? playerB : playerA;
        const call = bench.expect(message, `the choice call to ${addressee.id}`);
        call.at("/match_id").is(matchId);
        call.at("/player_id").is(addressee.id);
        if (bench.dialect === "flat") continue;
        call.at("/game_type").is(GAME_TYPE);
        call.at("/context/opponent_id").is(opponent.id);
        call.at("/context/round_id").is(roundId);
        setsItsDeadline(bench, message, addressee.id, at_ms);
      }
    });
  },
});
