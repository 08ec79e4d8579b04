import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { show } from "../../../json/text.js";
import { DISTURBED_MS, judgeDisturbance } from "../_disturbed.js";

export default check<ManagerBench>({
  id: "manager/registration/repeated",
  title: "answers a repeated registration as it answered the first, before and after the start",
  decides: ["LM-REG-10"],
  kills: ["manager:forgets-registrations", "manager:forgets-registrations-at-the-start"],
  worstCaseMs: DISTURBED_MS,
  run: (bench) =>
    judgeDisturbance(
      bench,
      "repeated registrations",
      ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
      ({ repeated }) => {
        for (const { seat, when, first, answer } of repeated) {
          const { role } = seat;
          const { result } = answer;
          const received = { id: result[`${role}_id`], auth_token: result.auth_token };
          bench.expect.that(received.id === first.id && received.auth_token === first.auth_token, {
            diagnosis: `the ${role} ${String(first.id)} registered again ${when}, with the same name, endpoint and conversation_id, and got ${show({ status: result.status, reason: result.reason, ...received })}; expected the same id and token again`,
            expected: show(first),
            received: show(received),
          });
        }
        if (!repeated.some(({ when }) => when === "after the start"))
          bench.notExercised("the league manager did not begin its league");
      },
    ),
});
