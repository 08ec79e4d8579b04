import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { chooses } from "../../../peers/behaviour.js";
import { quickMatch } from "../../../time/mandates.js";
import { ended } from "../_outcome.js";
import { joinDeadline } from "../_times.js";

/** More than so many matches at once are not tried. */
const MOST = 8;

export default check<RefereeBench>({
  id: "referee/parallel/not-held-up",
  title:
    "runs as many matches at the same time as it has announced, none held up by a player that stalls in another",
  decides: ["REF-PAR-02"],
  kills: ["referee:one-match-at-a-time"],
  slow: true,
  worstCaseMs: 2 * quickMatch() + 2 * joinDeadline,
  async run({ league, expect, notApplicable }) {
    const count = Math.min(MOST, league.capacity);
    if (count < 2) notApplicable("this referee announces to run one match at a time");
    const stalls = 2 * joinDeadline;
    const slow = { a: { choice: chooses("odd", { afterMs: stalls }) }, patienceMs: quickMatch() + stalls };
    const plans = [...Array.from({ length: count - 1 }, () => slow), { patienceMs: quickMatch() + stalls }];
    const matches = await Promise.all(plans.map((plan) => league.runMatch(plan)));
    for (const match of matches) ended(match);
    const quick = matches.at(-1);
    const [over] = quick?.gameOvers ?? [];
    const begun = Math.min(...matches.flatMap(({ calls }) => calls[0]?.at_ms ?? []));
    expect(over?.message, "GAME_OVER of the match whose players answered at once").isObject();
    const what = `the time to GAME_OVER of a match whose players answered at once, while ${count - 1} of ${count} announced matches waited ${stalls} ms for a player,`;
    expect.time((over?.at_ms ?? 0) - begun, what).isAtMost(stalls / 2);
  },
});
