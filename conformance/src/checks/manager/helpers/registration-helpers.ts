/** A manager that still waits for agents, and its answers to registrations. */

import { deadlineOf, isNameOf } from "../../../contract.js";
import type { ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { OpenLeague } from "../../../fixtures/open-league.js";
import type { PeerRole, RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../../peers/exchange/peer-client.js";
import type { ManagedLeague } from "../../../peers/managed-league.js";
import type { Judging } from "../../../rule.js";
import { singleWaitingManager } from "./single-league.js";

/** More than the suite registers, so that the league does not begin: the number of ports for players and for referees. */
const ROOM = { players: 99, referees: 99 };

/** The same for a manager that accepts no such numbers. */
const SMALLER_ROOM = { players: 20, referees: 10 };

const MANY_MATCHES = 64;

const REGISTRATIONS = ["LEAGUE_REGISTER", "REFEREE_REGISTER"];

export interface RegisteredAgents extends WaitingManager {
  /** One admitted agent of each role shows that the manager admits agents. */
  player: RegisteredPeer;
  referee: RegisteredPeer;
}

export interface WaitingManager {
  league: ManagedLeague;
  /** A new agent with a unique name that has not registered yet. */
  newAgent(role: PeerRole): Promise<RegisteredPeer>;
  /** Registers a new agent; the overrides contain the fault. */
  apply(role: PeerRole, overrides: MessageOverrides): Promise<Answer>;
}

/** Runs a check with a manager that waits for agents: first with the one that all these checks share. */
export function withWaitingManager(
  fixture: ManagerFixture,
  attempt: (waiting: WaitingManager) => Promise<void>,
): Promise<void> {
  return fixture.sharedThenAlone(async (alone) => attempt(await openWaitingManager(fixture, alone)));
}

/** The same where one player and one referee have registered. */
export function withRegisteredAgents(
  fixture: ManagerFixture,
  attempt: (waiting: RegisteredAgents) => Promise<void>,
): Promise<void> {
  return withWaitingManager(fixture, async (waiting) => attempt(await opened(fixture, waiting)));
}

async function openWaitingManager(fixture: ManagerFixture, alone: boolean): Promise<WaitingManager> {
  const league = await leagueFor(fixture, alone);
  const newAgent = (role: PeerRole) => {
    const displayName = `suite-guest-${role}-${fixture.random.below(1_000_000_000)}`;
    const guest = { displayName, register: false } as const;
    return role === "player" ? league.addPlayer(guest) : league.addReferee(guest);
  };
  const apply = async (role: PeerRole, overrides: MessageOverrides) =>
    (await newAgent(role)).register(overrides);
  return { league, newAgent, apply };
}

async function leagueFor(fixture: ManagerFixture, alone: boolean): Promise<ManagedLeague> {
  if (!fixture.canStart) {
    return fixture.quoting(await singleWaitingManager(fixture), REGISTRATIONS).league;
  }
  if (!alone) {
    const shared = await sharedWaitingManager(fixture);
    if (!shared.manager.instance.endedBySuite()) return fixture.furtherAgentsAt(shared);
  }
  return (await fixture.league({ ...SMALLER_ROOM, register: false })).league;
}

async function sharedWaitingManager(fixture: ManagerFixture): Promise<OpenLeague> {
  const shared = await fixture.once("a manager that waits for agents", (recorder) =>
    fixture.open({ ...ROOM, register: false }, recorder),
  );
  return shared.value;
}

async function opened(fixture: ManagerFixture, waiting: WaitingManager): Promise<RegisteredAgents> {
  const first = async (role: PeerRole): Promise<RegisteredPeer> => {
    const there = role === "player" ? waiting.league.players[0] : waiting.league.referees[0];
    if (there !== undefined) return there;
    const peer = await waiting.newAgent(role);
    await peer.register();
    return peer;
  };
  const [referee, player] = [await first("referee"), await first("player")];
  if (player.accepted && referee.accepted) return { ...waiting, player, referee };
  const why = (player.accepted ? referee : player).registrations.at(-1)?.describe() ?? "nothing";
  return fixture.notExercised(
    `a valid registration was not accepted (${why}), so that refusing another one would prove nothing`,
    ["LM-REG-01", "LM-REG-02"],
  );
}

/** The JSON Pointer of the agent's data in a registration. */
export function metaOf(role: PeerRole): `/${PeerRole}_meta` {
  return `/${role}_meta`;
}

/** The peer, if it was accepted. accepts-players and accepts-referees judge whether valid agents are. */
export function requireAccepted(fixture: Judging, peer: RegisteredPeer): RegisteredPeer {
  if (peer.accepted) return peer;
  const answer = peer.registrations.at(-1)?.describe() ?? "nothing";
  return fixture.notExercised(`${peer.displayName} was not admitted (${answer})`, ["LM-REG-01", "LM-REG-02"]);
}

export function isAccepted(answer: Answer): boolean {
  if (answer.outcome !== "message") return false;
  const { status, auth_token, player_id, referee_id } = answer.result;
  // Some managers give no tokens, which other checks judge.
  const isGranted = [auth_token, player_id, referee_id].some(
    (value) => typeof value === "string" && value !== "",
  );
  return status !== "REJECTED" && isGranted;
}

/** The decision as text: "REJECTED with the reason …", or another answer. */
export function decisionIn(answer: Answer): string {
  const { status, reason } = answer.outcome === "message" ? answer.result : {};
  return status === "REJECTED" ? `REJECTED with the reason "${String(reason ?? "none")}"` : answer.describe();
}

/** The same as the end of a sentence about the registration. */
export function describeDecision(answer: Answer): string {
  return answer.failure === undefined ? `was answered with ${decisionIn(answer)}` : answer.describeAsEnd();
}

/** @param who "a player with several game_types" */
export function expectAdmitted(
  { expect }: Judging,
  answer: Answer,
  who: string,
  role: PeerRole,
  hint?: string,
): void {
  expect.that(isAccepted(answer), {
    diagnosis: `${who} ${describeDecision(answer)}; expected status ACCEPTED`,
    expected: "status ACCEPTED",
    received: decisionIn(answer),
    clauses: [role === "player" ? "LM-REG-01" : "LM-REG-02"],
    ...(hint === undefined ? {} : { hint }),
  });
}

/** @param who "a player that plays another game" */
export function expectNotAccepted({ expect }: Judging, answer: Answer, who: string): void {
  expect.that(answer.outcome !== "failure" && !isAccepted(answer), {
    diagnosis: `${who} ${answer.outcome === "failure" ? "got no answer" : "was accepted"} (${answer.describe()}); expected a refusal`,
    expected: "a refusal",
    received: answer.describe(),
    hint: "A registration is refused with status REJECTED and a reason.",
  });
}

/** Asserts that the answer is REJECTED with this reason, in any case of letters. */
export function expectRejected(fixture: Judging, answer: Answer, who: string, reason: string): void {
  expectNotAccepted(fixture, answer, who);
  const message = answer.outcome === "message" ? answer.result : {};
  const givenReason = String(message.reason ?? "none");
  fixture.expect.that(
    message.status === "REJECTED" && givenReason.toLowerCase().includes(reason.toLowerCase()),
    {
      diagnosis:
        message.status === "REJECTED"
          ? `${who} was REJECTED with the reason "${givenReason}"; expected "${reason}"`
          : `${who} ${answer.describeAsEnd()}; expected status REJECTED with the reason "${reason}"`,
      expected: `REJECTED, "${reason}"`,
      received: message.status === "REJECTED" ? `REJECTED, "${givenReason}"` : answer.describe(),
    },
  );
}

/** Asserts that a valid agent of this role is admitted in time, with all members that it needs. */
export async function assertAcceptance(fixture: ManagerFixture, role: PeerRole): Promise<void> {
  if (!fixture.canStart) return assert(fixture, role, await firstInTheOnlyLeague(fixture, role));
  await withWaitingManager(fixture, async ({ newAgent }) => {
    assert(fixture, role, await (await newAgent(role)).register());
    // Rare but valid: a name outside of ASCII, many matches at once, and no protocol_version.
    const peer = await newAgent(role);
    const set = {
      player: { "/player_meta/display_name": `Zo\u00eb S\u00f6hne ${peer.displayName}` },
      referee: { "/referee_meta/max_concurrent_matches": MANY_MATCHES },
    };
    const remove = [`${metaOf(role)}/protocol_version`];
    assert(fixture, role, await peer.register({ set: set[role], remove }));
  });
}

function assert({ expect }: Judging, role: PeerRole, answer: Answer): void {
  const { result } = answer;
  const type = role === "player" ? "LEAGUE_REGISTER_RESPONSE" : "REFEREE_REGISTER_RESPONSE";
  const what = (member: string) => `${member} of the answer to the registration of a valid ${role}`;
  if (!isNameOf(type, result.message_type)) expect(result.message_type, what("message_type")).is(type);
  expect(result.status, what("status")).is("ACCEPTED");
  for (const member of [`${role}_id`, "auth_token", "league_id"])
    expect(result[member], what(member)).isText();
  expect
    .time(answer.ms, `the answer to the registration of a valid ${role}`)
    .isAtMost(deadlineOf("LEAGUE_REGISTER_REQUEST"));
}

async function firstInTheOnlyLeague(fixture: ManagerFixture, role: PeerRole): Promise<Answer> {
  const { players, referees } = fixture.quoting(await singleWaitingManager(fixture), REGISTRATIONS).league;
  const [peer] = role === "player" ? players : referees;
  return (
    peer?.registrations[0] ?? fixture.notExercised(`no ${role} has registered`, ["LM-REG-01", "LM-REG-02"])
  );
}
