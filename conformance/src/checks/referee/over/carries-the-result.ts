import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { isObject } from "../../../json/pointer.js";
import { inSeries, SERIES, seriesWorst } from "../_series.js";

const MEMBERS = ["status", "winner_player_id", "drawn_number", "number_parity", "choices", "reason"];
const STATUS = ["WIN", "DRAW", "TECHNICAL_LOSS"];

export default check<RefereeBench>({
  id: "referee/over/carries-the-result",
  title: "puts status, winner, number, parity, choices and reason into GAME_OVER",
  decides: ["REF-OVER-02"],
  kills: ["referee:gives-no-reason", "referee:hides-the-number", "referee:invents-a-status"],
  shares: SERIES,
  worstCaseMs: seriesWorst,
  async run(bench) {
    await inSeries(bench, ({ gameOvers }) => {
      for (const { message, playerId } of gameOvers) {
        const { game_result } = message;
        bench.expect(game_result, `game_result of GAME_OVER to ${playerId}`).isObject();
        const result = isObject(game_result) ? game_result : {};
        const missing = MEMBERS.filter((member) => !Object.hasOwn(result, member));
        bench.expect(missing, `what is missing in game_result of GAME_OVER to ${playerId}`).is([]);
        bench.expect(result.status, `status in game_result of GAME_OVER to ${playerId}`).isOneOf(STATUS);
        bench.expect(result.reason, `reason in game_result of GAME_OVER to ${playerId}`).isText();
      }
    });
  },
});
