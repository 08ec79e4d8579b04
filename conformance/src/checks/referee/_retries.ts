/** That a silent player is told of each missed deadline and asked again, as IS wants it. */
import type { RefereeBench } from "../../bench/referee-bench.js";
import type { MatchObservation } from "../../peers/match-observation.js";
import { askedAtMost, notBefore, pauseBetween } from "./_times.js";

/** What the network and a busy machine may take from a pause or add to it. */
const TOLERANCE = 0.25;

export function invitesOrAsksAgain(
  { expect, notExercised }: RefereeBench,
  match: MatchObservation,
  type: string,
  deadline_ms: number,
): void {
  const asked = match.to("A", type);
  const errors = match.to("A", "GAME_ERROR");
  if (asked.length === 0) notExercised(`player A got no ${type}`);
  expect(asked.length, `how often a player that does not answer got ${type}`).is(askedAtMost);
  for (const [index, again] of asked.entries()) {
    const before = asked[index - 1];
    if (before === undefined) continue;
    if (again.at_ms - before.at_ms < notBefore(deadline_ms)) {
      notExercised(`${type} came again before its deadline was over, which is for another check`);
    }
    const pause = again.at_ms - before.at_ms - deadline_ms;
    const what = `the pause between the missed deadline of ${type} ${index} and ${type} ${index + 1}`;
    expect.time(pause, what).isAtLeast(pauseBetween * (1 - TOLERANCE));
    expect.time(pause, what).isAtMost(pauseBetween * (1 + TOLERANCE));
    const told = errors.filter(({ at_ms }) => at_ms >= before.at_ms && at_ms <= again.at_ms);
    expect(told.length, `how many GAME_ERRORs came between ${type} ${index} and ${index + 1}`).is(1);
    expect(told[0]?.message.error_code, `error_code after the missed ${type} ${index}`).is("E001");
    expect(told[0]?.message.retry_info, `retry_info after the missed ${type} ${index}`).isObject();
  }
}
