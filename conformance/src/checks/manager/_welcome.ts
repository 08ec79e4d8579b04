import type { ManagerBench } from "../../bench/manager-bench.js";
import { deadlineOf } from "../../contract.js";
import type { Answer } from "../../peers/answer.js";
import type { SeatRole } from "../../peers/seat.js";
import { withWaitingManager } from "./_desk.js";
import { onlyDesk } from "./_only.js";

/** That a valid agent of this role is let in, with everything that it needs and in time. */
export async function judgeWelcome(bench: ManagerBench, role: SeatRole): Promise<void> {
  if (!bench.canStart) return judge(bench, role, await firstAtTheOnlyDesk(bench, role));
  await withWaitingManager(bench, async ({ newcomer }) => {
    judge(bench, role, await (await newcomer(role)).register());
  });
}

function judge({ expect }: ManagerBench, role: SeatRole, answer: Answer): void {
  const { result } = answer;
  const type = role === "player" ? "LEAGUE_REGISTER_RESPONSE" : "REFEREE_REGISTER_RESPONSE";
  const what = (member: string) => `${member} of the answer to the registration of a valid ${role}`;
  expect(result.message_type, what("message_type")).is(type);
  expect(result.status, what("status")).is("ACCEPTED");
  for (const member of [`${role}_id`, "auth_token", "league_id"])
    expect(result[member], what(member)).isText();
  expect
    .time(answer.ms, `the answer to the registration of a valid ${role}`)
    .isAtMost(deadlineOf("LEAGUE_REGISTER_REQUEST"));
}

async function firstAtTheOnlyDesk(bench: ManagerBench, role: SeatRole): Promise<Answer> {
  const desk = await onlyDesk(bench);
  const { players, referees } = bench.look(
    desk,
    ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
    ({ league }) => league,
  );
  const [seat] = role === "player" ? players : referees;
  return seat?.registrations[0] ?? bench.notExercised(`no ${role} has registered`);
}
