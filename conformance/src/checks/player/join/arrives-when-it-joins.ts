import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { CLOCK_SKEW_MS, isoTime, TICK_MS } from "../../../time/iso-time.js";
import { utc } from "../../../time/utc.js";
import { endMatches, joined } from "../_steps.js";
import { answersTo } from "../_time.js";

/** The clocks of two machines may differ, but both of them go on. What is no time at all is for player/join/accepts. */
export default check<PlayerBench>({
  id: "player/join/arrives-when-it-joins",
  title: "gives the present time in UTC as its arrival_timestamp, match after match",
  decides: ["PLY-JOIN-02"],
  kills: ["player:arrives-in-another-zone", "player:arrives-once", "player:arrives-now"],
  slow: true,
  worstCaseMs: 2 * answersTo("GAME_INVITATION", "GAME_OVER") + TICK_MS,
  async run(bench) {
    const { expect, clock, pause } = bench;
    const arrivals: { text: string; ms: number }[] = [];
    for (let i = 0; i < 2; i += 1) {
      if (i > 0) await pause(TICK_MS);
      const match = await joined(bench);
      const { arrival_timestamp } = match.joined.result;
      const ms = isoTime(arrival_timestamp);
      const now = clock.now();
      await endMatches(bench, match);
      expect.that(ms !== undefined && Math.abs(ms - now) <= CLOCK_SKEW_MS, {
        diagnosis: `arrival_timestamp of a GAME_JOIN_ACK sent at ${utc(now)} is ${show(arrival_timestamp)}; expected the time at which it was sent, in UTC`,
        expected: utc(now),
        received: show(arrival_timestamp),
      });
      arrivals.push({ text: String(arrival_timestamp), ms: ms ?? 0 });
    }
    const [first, second] = arrivals;
    expect.that((second?.ms ?? 0) > (first?.ms ?? 0), {
      diagnosis: `two GAME_JOIN_ACKs, sent ${TICK_MS} ms after each other, have the arrival_timestamps ${first?.text} and ${second?.text}; expected the time of each`,
      expected: `later than ${first?.text}`,
      received: second?.text ?? "",
      hint: "Take the time when you answer, not once when the program starts.",
    });
  },
});
