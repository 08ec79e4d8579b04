import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { joins } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { mustTakeOrders } from "../_order.js";
import { outcomeOf, progressOf } from "../_outcome.js";
import { joinDeadline, justInside } from "../_times.js";

/** More than so many matches at once are not tried. */
const MOST = 8;

export default check<RefereeBench>({
  id: "referee/assignment/queues",
  title: "acknowledges a match above its capacity, and plays it when a place is free",
  decides: ["REF-RUN-06"],
  kills: ["referee:drops-what-it-cannot-play", "referee:refuses-what-it-cannot-play", "referee:overbooks"],
  slow: true,
  worstCaseMs: 3 * quickMatch() + joinDeadline,
  async run({ league, expect, notExercised, timely }) {
    const { announcedCapacity: capacity } = league;
    if (capacity === undefined)
      return notExercised("the referee has not announced how many matches it runs at once");
    if (capacity > MOST)
      notExercised(`the referee announces room for ${capacity} matches; the suite fills at most ${MOST}`);
    const slow = { join: joins({ afterMs: justInside(joinDeadline) }) };
    const running = await Promise.all(
      Array.from({ length: capacity }, () => league.stage({ a: slow, b: slow })),
    );
    const extra = await league.stage();
    try {
      const assigned = Promise.all(running.map((match) => match.assign(quickMatch())));
      for (const match of running) await match.until(({ invitations }) => invitations[1], quickMatch());
      if (running.some((match) => match.observe().invitations.length < 2))
        return notExercised(`the referee did not begin the ${capacity} matches that it has room for`);
      const answer = await extra.order();
      mustTakeOrders(answer);
      const seen = await extra.ended(joinDeadline + quickMatch(), 0);
      await Promise.all([assigned, ...running.map((match) => match.ended(quickMatch(), 0))]);
      expect(answer.result.match_id, `match_id of the answer to RUN_MATCH while ${capacity} matches run`).is(
        extra.ids.matchId,
      );
      // On a machine that makes the slow players late, the places become free later than they were staged to.
      timely(joinDeadline - justInside(joinDeadline), () =>
        expect.that(outcomeOf(seen) !== undefined, {
          diagnosis: `${seen.matchId}, ordered while ${capacity} matches were running, was not played: ${progressOf(seen)}`,
          expected: "GAME_OVER and a report",
          received: "neither",
        }),
      );
      const ends = running
        .map((match) => match.observe())
        .flatMap(({ gameOvers, reports }) => [...gameOvers, ...reports]);
      const firstEnd = Math.min(...ends.map(({ at_ms }) => at_ms));
      const begun = seen.invitations[0]?.at_ms ?? 0;
      expect
        .time(
          Math.max(0, firstEnd - begun),
          `the time for which the referee ran ${capacity + 1} matches, having announced room for ${capacity},`,
        )
        .isAtMost(joinDeadline / 4);
    } finally {
      for (const match of [...running, extra]) match.close();
    }
  },
});
