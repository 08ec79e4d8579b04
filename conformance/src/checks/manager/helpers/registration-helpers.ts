/** A manager that still waits for agents, and its answers to registrations. */

import { deadlineOf, isNameOf } from "../../../contract.js";
import type { ManagerFixture } from "../../../fixtures/manager-fixture.js";
import { admitted } from "../../../fixtures/open-league.js";
import type { PeerRole, RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import type { MessageOverrides } from "../../../peers/exchange/peer-client.js";
import type { ManagedLeague } from "../../../peers/managed-league.js";
import type { Judging } from "../../../rules/rule.js";
import type { Finding } from "../../../verdict.js";
import { singleWaitingManager } from "./leagues.js";

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
  /** The first agent of this role, which registers if it has not, and is admitted. */
  first(role: PeerRole): Promise<RegisteredPeer>;
  /** A new agent that has not registered yet; by default with a unique name. */
  newAgent(role: PeerRole, displayName?: string): Promise<RegisteredPeer>;
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
  return withWaitingManager(fixture, async (waiting) => {
    // Refusing another one would prove nothing otherwise.
    const [referee, player] = [await waiting.first("referee"), await waiting.first("player")];
    await attempt({ ...waiting, player, referee });
  });
}

async function openWaitingManager(fixture: ManagerFixture, alone: boolean): Promise<WaitingManager> {
  const league = await leagueFor(fixture, alone);
  const newAgent = (
    role: PeerRole,
    displayName = `suite-guest-${role}-${fixture.random.below(1_000_000_000)}`,
  ) => league.addAgent(role, { displayName, register: false });
  const apply = async (role: PeerRole, overrides: MessageOverrides) =>
    (await newAgent(role)).register(overrides);
  const first = async (role: PeerRole) => {
    const [there] = league[`${role}s`];
    const peer = there ?? (await newAgent(role));
    if (there === undefined) await peer.register();
    return admitted(peer);
  };
  return { league, first, newAgent, apply };
}

async function leagueFor(fixture: ManagerFixture, alone: boolean): Promise<ManagedLeague> {
  if (!fixture.canStart) {
    return fixture.quoting(await singleWaitingManager(fixture), REGISTRATIONS).league;
  }
  if (!alone) {
    const { value: shared } = await fixture.once("a manager that waits for agents", (recorder) =>
      fixture.open({ ...ROOM, register: false }, recorder),
    );
    if (!shared.manager.instance.endedBySuite()) return fixture.furtherAgentsAt(shared);
  }
  return (await fixture.league({ ...SMALLER_ROOM, register: false })).league;
}

/** The JSON Pointer of the agent's data in a registration. */
export function metaOf(role: PeerRole): `/${PeerRole}_meta` {
  return `/${role}_meta`;
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
function decisionIn(answer: Answer): string {
  const { status, reason } = answer.outcome === "message" ? answer.result : {};
  if (status === "REJECTED") return `REJECTED with the reason "${String(reason ?? "none")}"`;
  return isAccepted(answer) ? `an acceptance (${answer.describe()})` : answer.describe();
}

/** @param who "a player with several game_types" */
function expectDecision(
  { expect }: Judging,
  answer: Answer,
  isRight: boolean,
  { who, expected, ...more }: { who: string; expected: string } & Pick<Finding, "hint" | "clauses">,
): void {
  const received = decisionIn(answer);
  const end = answer.failure === undefined ? `was answered with ${received}` : answer.describeAsEnd();
  expect.that(isRight, { diagnosis: `${who} ${end}; expected ${expected}`, expected, received, ...more });
}

/** The clauses by which agents are admitted. */
export const ADMITS = { player: ["LM-REG-01"], referee: ["LM-REG-02"] } as const;

export function expectAdmitted(
  about: Judging,
  answer: Answer,
  who: string,
  role: PeerRole,
  { isAdmitted = isAccepted(answer), ...more }: Pick<Finding, "hint"> & { isAdmitted?: boolean } = {},
): void {
  const expected = "status ACCEPTED";
  expectDecision(about, answer, isAdmitted, { who, expected, clauses: ADMITS[role], ...more });
}

export function expectNotAccepted(about: Judging, answer: Answer, who: string): void {
  const isRefused = answer.outcome !== "failure" && !isAccepted(answer);
  const hint = "A registration is refused with status REJECTED and a reason.";
  expectDecision(about, answer, isRefused, { who, expected: "a refusal", hint });
}

/** Asserts that the answer is REJECTED with this reason, in any case of letters. */
export function expectRejected(about: Judging, answer: Answer, who: string, due: string): void {
  expectNotAccepted(about, answer, who);
  const { status, reason } = answer.outcome === "message" ? answer.result : {};
  const isDue = status === "REJECTED" && String(reason).toLowerCase().includes(due.toLowerCase());
  expectDecision(about, answer, isDue, { who, expected: `status REJECTED with the reason "${due}"` });
}

/** Asserts that a valid agent of this role is admitted in time, with all members that it needs. */
export async function assertAcceptance(fixture: ManagerFixture, role: PeerRole): Promise<void> {
  await withWaitingManager(fixture, async ({ league, newAgent }) => {
    // A manager at --url has one agent of each role before its only league.
    const [first = await newAgent(role)] = fixture.canStart ? [] : league[`${role}s`];
    assertGrant(fixture, role, first.registrations[0] ?? (await first.register()));
    if (!fixture.canStart) return;
    // Rare but valid: a name outside of ASCII, many matches at once, and no protocol_version.
    const peer = await newAgent(role);
    const set = {
      player: { "/player_meta/display_name": `Zo\u00eb S\u00f6hne ${peer.displayName}` },
      referee: { "/referee_meta/max_concurrent_matches": MANY_MATCHES },
    };
    const remove = [`${metaOf(role)}/protocol_version`];
    assertGrant(fixture, role, await peer.register({ set: set[role], remove }));
  });
}

function assertGrant({ expect }: Judging, role: PeerRole, answer: Answer): void {
  const { result } = answer;
  const type = role === "player" ? "LEAGUE_REGISTER_RESPONSE" : "REFEREE_REGISTER_RESPONSE";
  const what = `the answer to the registration of a valid ${role}`;
  if (!isNameOf(type, result.message_type)) expect(result.message_type, `message_type of ${what}`).is(type);
  expect(result.status, `status of ${what}`).is("ACCEPTED");
  for (const member of [`${role}_id`, "auth_token", "league_id"])
    expect(result[member], `${member} of ${what}`).isText();
  expect.time(answer.ms, what).isAtMost(deadlineOf("LEAGUE_REGISTER_REQUEST"));
}
