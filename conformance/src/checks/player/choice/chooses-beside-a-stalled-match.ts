import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { endMatches, expectChoice, expectJoin, invited, joined, newReferee, plays } from "../_steps.js";
import { A_MATCH_MS, answersTo } from "../_time.js";

/** So long that a player which waits for the stalled referee cannot join in time. */
const STALLED_MS = 1.4 * deadlineOf("GAME_INVITATION");

/** One referee invites and then sends half of its call; another one's match must not suffer. */
export default check<PlayerBench>({
  id: "player/choice/chooses-beside-a-stalled-match",
  title: "joins and chooses in one match while the referee of another one stalls",
  decides: ["PLY-CHOICE-10"],
  kills: ["player:one-match-at-a-time", "player:waits-for-the-result"],
  slow: true,
  worstCaseMs:
    A_MATCH_MS +
    answersTo("GAME_INVITATION", "GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER") +
    STALLED_MS,
  async run(bench) {
    await plays(bench);
    const { player, league, expect } = bench;
    const stalled = await joined(bench);
    const stall = stalled.askChoice(player, {
      timeoutMs: STALLED_MS,
      http: { pace: { stopAfterBytes: 20 } },
    });
    const match = league.match({}, newReferee(bench));
    try {
      const answer = await invited(bench, match);
      expectJoin(bench, answer, "an invitation while the referee of another match stalls");
      expect
        .time(answer.ms, "joining while the referee of another match stalls")
        .isAtMost(deadlineOf("GAME_INVITATION"));
      expectChoice(
        bench,
        await match.askChoice(player),
        "a call for its choice while the referee of another match stalls",
      );
    } finally {
      await stall;
      await endMatches(bench, match, stalled);
    }
  },
});
