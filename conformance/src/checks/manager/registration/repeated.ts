import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { reports, slowly } from "../../../peers/referee-behaviour.js";
import type { Seat } from "../../../peers/seat.js";
import { until } from "../../../peers/until.js";
import { seated } from "../_desk.js";
import { A_ROUND_MS, BEGINNING_MS, registrations } from "../_times.js";

const CONVERSATION = "conv-register-once";
/** Long enough to ask again while the match goes on. In milliseconds. */
const MATCH_MS = 500;

export default check<ManagerBench>({
  id: "manager/registration/repeated",
  title: "answers a repeated registration as it answered the first, before and after the start",
  decides: ["LM-REG-10"],
  kills: ["manager:forgets-registrations", "manager:forgets-registrations-at-the-start"],
  worstCaseMs: A_ROUND_MS + registrations(5),
  async run(bench) {
    const registration = { conversation: CONVERSATION };
    const { league } = await bench.league({ players: 2, referees: 1, seat: false });
    const referee = await league.seatReferee({ registration, script: slowly(MATCH_MS, reports()) });
    seated(bench, referee);
    const first = seated(bench, await league.seatPlayer({ registration }));
    await again(bench, first, "before the start");
    await league.seatPlayer();
    const playing = league.play();
    const begun = await until(league.env, () => league.assignments[0], BEGINNING_MS);
    if (begun === undefined) bench.notExercised("the league manager did not begin its league");
    for (const seat of [first, referee]) await again(bench, seat, "after the start");
    await playing;
  },
});

async function again(bench: ManagerBench, seat: Seat, when: string): Promise<void> {
  const { id, token, role } = seat;
  const { result } = await seat.register();
  const received = { id: result[`${role}_id`], auth_token: result.auth_token };
  bench.expect.that(received.id === id && received.auth_token === token, {
    diagnosis: `the ${role} ${id} registered again ${when}, with the same name, endpoint and conversation_id, and got ${show({ status: result.status, reason: result.reason, ...received })}; expected the same id and token again`,
    expected: show({ id, auth_token: token }),
    received: show(received),
  });
}
