/** A manager that still waits for agents, and what it does with their registrations. */

import { deadlineOf } from "../../../contract.js";
import type { ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { Answer } from "../../../peers/answer.js";
import type { ManagedLeague } from "../../../peers/managed-league.js";
import type { MessageOverrides } from "../../../peers/peer-client.js";
import type { RegisteredPeer, SeatRole } from "../../../peers/registered-peer.js";
import { singleWaitingManager } from "./single-league.js";

/** More than will ever come, so that the league does not begin: as many as there are ports for players and for referees. */
const ROOM = { players: 99, referees: 99 };

/** The same for a manager that takes no such numbers. */
const SMALLER_ROOM = { players: 20, referees: 10 };

export interface RegisteredAgents extends WaitingManager {
  /** One of each role has been let in: that shows that the manager lets agents in at all. */
  player: RegisteredPeer;
  referee: RegisteredPeer;
}

export interface WaitingManager {
  league: ManagedLeague;
  /** A new agent that has not registered yet, under a name that no other agent has. */
  newcomer(role: SeatRole): Promise<RegisteredPeer>;
  /** A new agent registers; what is wrong with it is in the twist. */
  apply(role: SeatRole, twist: MessageOverrides): Promise<Answer>;
}

/** What a check does with a manager that waits for agents: first with the one that all such checks share. */
export function withWaitingManager(
  bench: ManagerFixture,
  attempt: (waiting: WaitingManager) => Promise<void>,
): Promise<void> {
  return bench.sharedThenAlone(async (alone) => attempt(await openWaitingManager(bench, alone)));
}

/** The same where one player and one referee have registered without trouble. */
export function withRegisteredAgents(
  bench: ManagerFixture,
  attempt: (waiting: RegisteredAgents) => Promise<void>,
): Promise<void> {
  return withWaitingManager(bench, async (waiting) => attempt(await opened(bench, waiting)));
}

/** An agent that is let in here plays no match, and at --url there is only the league in which all of them play. */
export function mustHaveRoom(bench: ManagerFixture): void {
  if (!bench.canStart) bench.notExercised("this needs a league of its own; use --command");
}

async function openWaitingManager(bench: ManagerFixture, alone: boolean): Promise<WaitingManager> {
  const league = await leagueFor(bench, alone);
  const newcomer = (role: SeatRole) => {
    const displayName = `suite-guest-${role}-${bench.random.below(1_000_000_000)}`;
    const guest = { displayName, register: false } as const;
    return role === "player" ? league.seatPlayer(guest) : league.seatReferee(guest);
  };
  const apply = async (role: SeatRole, twist: MessageOverrides) => (await newcomer(role)).register(twist);
  return { league, newcomer, apply };
}

async function leagueFor(bench: ManagerFixture, alone: boolean): Promise<ManagedLeague> {
  if (!bench.canStart) {
    const waiting = await singleWaitingManager(bench);
    return bench.look(waiting, ["LEAGUE_REGISTER", "REFEREE_REGISTER"], ({ league }) => league);
  }
  if (alone) {
    const purpose = "registrations that the shared manager has not decided";
    return (await bench.league({ ...SMALLER_ROOM, seat: false, purpose })).league;
  }
  const purpose = "registrations at a manager whose league does not begin";
  const shared = await bench.once("a manager that waits for agents", (recorder) =>
    bench.open({ ...ROOM, seat: false, purpose }, recorder),
  );
  return bench.beside(shared.value);
}

async function opened(bench: ManagerFixture, waiting: WaitingManager): Promise<RegisteredAgents> {
  const first = async (role: SeatRole): Promise<RegisteredPeer> => {
    const there = role === "player" ? waiting.league.players[0] : waiting.league.referees[0];
    if (there !== undefined) return there;
    const seat = await waiting.newcomer(role);
    await seat.register();
    return seat;
  };
  const [referee, player] = [await first("referee"), await first("player")];
  if (player.accepted && referee.accepted) return { ...waiting, player, referee };
  const why = (player.accepted ? referee : player).registrations.at(-1)?.describe() ?? "nothing";
  return bench.notExercised(
    `a valid registration was not accepted (${why}), so that refusing another one would prove nothing`,
  );
}

/** Where the registration says what kind of agent it is. */
export function metaOf(role: SeatRole): `/${SeatRole}_meta` {
  return `/${role}_meta`;
}

/** The seat, if its agent was let in. Whether valid agents are is for accepts-players and accepts-referees to say. */
export function seated(bench: ManagerFixture, seat: RegisteredPeer): RegisteredPeer {
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
export function expectNotAccepted({ expect }: ManagerFixture, answer: Answer, who: string): void {
  expect.that(answer.outcome !== "failure" && !isAccepted(answer), {
    diagnosis: `${who} ${answer.outcome === "failure" ? "got no answer" : "was accepted"} (${answer.describe()}); expected a refusal`,
    expected: "a refusal",
    received: answer.describe(),
    hint: "A registration is refused with status REJECTED and a reason.",
  });
}

/** That the answer is REJECTED with this reason, whatever the case of its letters. */
export function expectRejected(bench: ManagerFixture, answer: Answer, who: string, reason: string): void {
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

/** That a valid agent of this role is let in, with everything that it needs and in time. */
export async function judgeAcceptance(bench: ManagerFixture, role: SeatRole): Promise<void> {
  if (!bench.canStart) return judge(bench, role, await firstAtTheOnlyDesk(bench, role));
  await withWaitingManager(bench, async ({ newcomer }) => {
    judge(bench, role, await (await newcomer(role)).register());
  });
}

function judge({ expect }: ManagerFixture, role: SeatRole, answer: Answer): void {
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

async function firstAtTheOnlyDesk(bench: ManagerFixture, role: SeatRole): Promise<Answer> {
  const waiting = await singleWaitingManager(bench);
  const { players, referees } = bench.look(
    waiting,
    ["LEAGUE_REGISTER", "REFEREE_REGISTER"],
    ({ league }) => league,
  );
  const [seat] = role === "player" ? players : referees;
  return seat?.registrations[0] ?? bench.notExercised(`no ${role} has registered`);
}
