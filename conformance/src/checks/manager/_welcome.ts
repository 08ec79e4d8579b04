import type { ManagerBench } from "../../bench/manager-bench.js";
import { deadlineOf } from "../../contract.js";
import type { Answer } from "../../peers/answer.js";
import type { SeatRole } from "../../peers/seat.js";
import { onlyDesk } from "./_only.js";

/** That a valid agent of this role is let in, with everything that it needs and in time. */
export async function judgeWelcome(bench: ManagerBench, role: SeatRole): Promise<void> {
  const { expect } = bench;
  const answer = await welcomed(bench, role);
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

async function welcomed(bench: ManagerBench, role: SeatRole): Promise<Answer> {
  if (!bench.canStart) {
    const desk = await onlyDesk(bench);
    const { players, referees } = bench.look(
      desk,
      ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
      ({ league }) => league,
    );
    const [seat] = role === "player" ? players : referees;
    return seat?.registrations[0] ?? bench.notExercised(`no ${role} has registered`);
  }
  const { league } = await bench.league({ players: 4, referees: 2, seat: false });
  const newcomer = { register: false } as const;
  const seat = await (role === "player" ? league.seatPlayer(newcomer) : league.seatReferee(newcomer));
  return seat.register();
}
