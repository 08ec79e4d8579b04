import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

/** ISO 8601 in any of its forms: how a timestamp is written is for the checks of the transport. */
const DATE_AND_TIME = /^\d{4}-?\d{2}-?\d{2}[T ]\d{2}:?\d{2}/;

/** In either role: an answer may depend on it. */
export default check<PlayerBench>({
  id: "player/join/accepts",
  title: "joins with accept true and its time in arrival_timestamp",
  decides: ["PLY-JOIN-02"],
  kills: [
    "player:declines",
    "player:declines-to-be-player-b",
    "player:accepts-in-words",
    "player:accepts-silently",
    "player:arrives-at-no-time",
    "player:arrives-now",
  ],
  worstCaseMs: 2 * answersTo("GAME_INVITATION", "GAME_OVER"),
  async run(bench) {
    for (const role of ["PLAYER_A", "PLAYER_B"] as const) {
      const what = `of the GAME_JOIN_ACK as ${role}`;
      await inMatch(
        bench,
        async ({ joined }) => {
          bench.expect(joined.result.accept, `accept ${what}`).is(true);
          bench
            .expect(joined.result.arrival_timestamp, `arrival_timestamp ${what}`)
            .matches(DATE_AND_TIME, "a date and time");
        },
        { role },
      );
    }
  },
});
