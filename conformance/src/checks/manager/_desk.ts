/** A manager that still waits for agents, and what it does with those who should not be let in. */
import type { ManagerBench } from "../../bench/manager-bench.js";
import type { Answer } from "../../peers/answer.js";
import type { ManagedLeague } from "../../peers/managed-league.js";
import type { Seat, SeatRole } from "../../peers/seat.js";
import type { Twist } from "../../peers/speaker.js";
import { onlyDesk } from "./_only.js";

/** More than will ever come, so that the league does not begin. */
const ROOM = { players: 20, referees: 10 };

export interface Desk {
  league: ManagedLeague;
  /** One of each role has been let in: that shows that the manager lets agents in at all. */
  player: Seat;
  referee: Seat;
  /** Somebody new applies; what is wrong with it is in the twist. */
  apply(role: SeatRole, twist: Twist): Promise<Answer>;
}

/** A desk at which one player and one referee have registered without trouble. */
export async function openDesk(bench: ManagerBench): Promise<Desk> {
  const { league } = bench.canStart ? await newDesk(bench) : await sharedDesk(bench);
  const [referee] = league.referees;
  const [player] = league.players;
  if (player?.accepted !== true || referee?.accepted !== true) {
    const why = (player?.accepted === true ? referee : player)?.registrations.at(-1)?.describe() ?? "nothing";
    return bench.notExercised(
      `a valid registration was not accepted (${why}), so that refusing another one would prove nothing`,
    );
  }
  let guests = 0;
  const apply = async (role: SeatRole, twist: Twist) => {
    guests += 1;
    const displayName = `suite-guest-${guests}-${bench.random.below(1_000_000)}`;
    const guest = { displayName, register: false } as const;
    const seat = await (role === "player" ? league.seatPlayer(guest) : league.seatReferee(guest));
    return seat.register(twist);
  };
  return { league, player, referee, apply };
}

/** Where the registration says what kind of agent it is. */
export function metaOf(role: SeatRole): `/${SeatRole}_meta` {
  return `/${role}_meta`;
}

/** The seat, if its agent was let in. Whether valid agents are is for accepts-players and accepts-referees to say. */
export function seated(bench: ManagerBench, seat: Seat): Seat {
  if (seat.accepted) return seat;
  const answer = seat.registrations.at(-1)?.describe() ?? "nothing";
  return bench.notExercised(`${seat.displayName} was not let in (${answer})`);
}

export function isAccepted(answer: Answer): boolean {
  if (answer.outcome !== "message") return false;
  const { status, auth_token } = answer.result;
  return status !== "REJECTED" && typeof auth_token === "string" && auth_token !== "";
}

/** Whether it was let in, in words: "REJECTED with the reason …", or what else was answered. */
export function decisionIn(answer: Answer): string {
  const { status, reason } = answer.outcome === "message" ? answer.result : {};
  return status === "REJECTED" ? `REJECTED with the reason "${String(reason ?? "none")}"` : answer.describe();
}

/** @param who "a player that plays another game" */
export function expectNotAccepted({ expect }: ManagerBench, answer: Answer, who: string): void {
  expect.that(answer.outcome !== "failure" && !isAccepted(answer), {
    diagnosis: `${who} ${answer.outcome === "failure" ? "got no answer" : "was accepted"} (${answer.describe()}); expected a refusal`,
    expected: "a refusal",
    received: answer.describe(),
    hint: "A registration is refused with status REJECTED and a reason.",
  });
}

/** That the answer is REJECTED with this reason, whatever the case of its letters. */
export function expectRejected(bench: ManagerBench, answer: Answer, who: string, reason: string): void {
  expectNotAccepted(bench, answer, who);
  const said = answer.outcome === "message" ? answer.result : {};
  const told = String(said.reason ?? "none");
  bench.expect.that(said.status === "REJECTED" && told.toLowerCase().includes(reason.toLowerCase()), {
    diagnosis:
      said.status === "REJECTED"
        ? `${who} was REJECTED with the reason "${told}"; expected "${reason}"`
        : `${who} was answered with ${answer.describe()}; expected status REJECTED with the reason "${reason}"`,
    expected: `REJECTED, "${reason}"`,
    received: said.status === "REJECTED" ? `REJECTED, "${told}"` : answer.describe(),
  });
}

async function newDesk(bench: ManagerBench): Promise<{ league: ManagedLeague }> {
  const { league } = await bench.league({ ...ROOM, seat: false });
  seated(bench, await league.seatReferee());
  seated(bench, await league.seatPlayer());
  return { league };
}

async function sharedDesk(bench: ManagerBench): Promise<{ league: ManagedLeague }> {
  const desk = await onlyDesk(bench);
  return bench.look(desk, ["LEAGUE_REGISTER", "REFEREE_REGISTER"], ({ league }) => ({ league }));
}
