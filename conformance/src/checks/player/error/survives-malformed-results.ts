import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import type { JsonObject } from "../../../json/scan.js";
import { UNHURT_MS, unhurtAfterwards } from "../_plays-on.js";
import { chosen, inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

const RESULTS: readonly JsonObject[] = [
  {},
  { status: "WIN" },
  {
    status: "WIN",
    winner_player_id: 5,
    drawn_number: "seven",
    number_parity: true,
    choices: [],
    reason: null,
  },
  {
    status: "TIE",
    winner_player_id: null,
    drawn_number: -3.5,
    number_parity: "prime",
    choices: null,
    reason: {},
  },
];

/** The match that they end may be over by it or not; the next one must not suffer. */
export default check<PlayerBench>({
  id: "player/error/survives-malformed-results",
  title: "joins and chooses after GAME_OVERs with missing and wrongly typed fields",
  decides: ["PLY-ERR-03"],
  kills: ["player:wedged-by-bad-params", "player:dies-of-bad-params", "player:dies-of-a-strange-result"],
  slow: true,
  worstCaseMs: UNHURT_MS + answersTo(...RESULTS.map(() => "GAME_OVER"), "GAME_OVER"),
  run: (bench) =>
    unhurtAfterwards(bench, "malformed GAME_OVERs", () =>
      inMatch(bench, async (match) => {
        await chosen(bench, match);
        for (const result of RESULTS) await match.gameOver(bench.player, { result });
        await match.gameOver(bench.player, {}, { remove: ["/game_result"] });
      }),
    ),
});
