/** Leagues with players that do not answer, or answer with invalid replies. */

import { deadlineOf, protocol } from "../../../contract.js";
import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import type { OpenLeague } from "../../../fixtures/open-league.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Reaction, Received } from "../../../peers/exchange/received.js";
import { type ManagedLeague, QUIET_MS } from "../../../peers/managed-league.js";
import type { LeagueObservation } from "../../../peers/observation.js";
import type { Judging } from "../../../rule.js";
import { times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import { BEGINNING_MS } from "./league-progress.js";
import { skipIfLeagueFails } from "./leagues.js";
import { requireAccepted } from "./registration-helpers.js";
import { sharedLeagues } from "./shared-leagues.js";

/** Pauses shorter than the read timeout of a socket, and a total time longer than a round. */
const DRIP = { kind: "drip", status: 200, body: " ".repeat(400), bytesPerSecond: 1 } as const;

const FAULTS = {
  "cannot be reached": "unreachable",
  "never answers": { http: { kind: "never" } },
  "sends headers and no body": { http: { kind: "stall", status: 200 } },
  "sends its answers at one byte a second": { http: DRIP },
  "answers everything with HTTP 500": {
    http: { kind: "reply", status: 500, headers: [["content-type", "text/html"]], body: "<h1>500</h1>" },
  },
  "answers everything with something that is no JSON": {
    http: { kind: "reply", status: 200, body: "thank you" },
  },
  "answers everything with an error": { error: { code: -32_601, message: "Method not found" } },
  "answers everything with an empty result": { result: {} },
  "answers everything with bytes that are no HTTP": { http: { kind: "garbage", bytes: "hello" } },
} satisfies Record<string, Reaction | "unreachable">;

type PlayerFault = keyof typeof FAULTS;

// Leagues with players that receive nothing, do not answer, or answer invalidly, at each relevant step.

const DEADLINE_MS = deadlineOf("ROUND_ANNOUNCEMENT");

/** The tolerance for the machine and the network after a deadline. */
const MOMENT_MS = DEADLINE_MS / 10;

/** The announcement, the standings, the end of the round and the end of the league. */
const MESSAGES = 4;

const TIMEOUT_MS = MESSAGES * (DEADLINE_MS + MOMENT_MS);

/** The time of the league with all the faults, and of the one with this fault alone. */
const SLOW_LEAGUES = times(2, BEGINNING_MS, TIMEOUT_MS, QUIET_MS);

interface SlowLeague {
  fault: PlayerFault;
  seen: LeagueObservation;
  /** The players with a fault. */
  faulty: ReadonlyMap<PlayerFault, RegisteredPeer>;
  /** How the manager's process ended, if it did before the league. */
  exit: string | undefined;
}

const ALL = Object.keys(FAULTS) as PlayerFault[];

/** A league for each of the faults. */
export const UNRESPONSIVE_PLAYERS = sharedLeagues<PlayerFault, SlowLeague>({
  steps: [SLOW_LEAGUES],
  names: ALL,
  async play(fixture, fault, alone) {
    const played = slowLeague(fixture, alone ? [fault] : ALL);
    const [{ value, ...done }] = await Promise.all([played, skipIfLeagueFails(fixture)]);
    return { ...done, value: { ...value, fault } };
  },
});

function slowLeague(
  fixture: ManagerFixture,
  faults: readonly PlayerFault[],
): Promise<Done<Omit<SlowLeague, "fault">>> {
  const [first] = faults;
  const what = faults.length > 1 ? "players with all kinds of faults" : `a player that ${first}`;
  const numbers = { players: faults.length + 1, referees: 1 };
  return fixture.playedOnce(`a league with ${what}`, { ...numbers, register: false }, (open) =>
    play(fixture, faults, open),
  );
}

/**
 * Each of them fails in the first round and at the end of the league: a manager that waits for all of them
 * concurrently, 10 s per message, needs the same time for many of them as for a single one.
 */
async function play(
  fixture: ManagerFixture,
  faults: readonly PlayerFault[],
  { league, exit: exitOf }: OpenLeague,
): Promise<Omit<SlowLeague, "fault">> {
  const faulty = new Map<PlayerFault, RegisteredPeer>();
  for (const fault of faults) faulty.set(fault, await addFaultyPlayer(fixture, league, fault));
  requireAccepted(fixture, await league.addReferee());
  const good = requireAccepted(fixture, await league.addPlayer());
  const isOver = () => good.receivedOf("LEAGUE_COMPLETED").length > 0;
  const enough = () => isOver() || exitOf() !== undefined;
  const seen = await league.play({ enough, withinMs: TIMEOUT_MS });
  const exit = isOver() ? undefined : exitOf();
  if (seen.announcements.length === 0 && exit === undefined)
    fixture.notExercised("the league manager did not begin its league", ["LM-START-01"]);
  return { seen, faulty, exit };
}

async function addFaultyPlayer(
  fixture: ManagerFixture,
  league: ManagedLeague,
  fault: PlayerFault,
): Promise<RegisteredPeer> {
  const reaction = FAULTS[fault];
  if (reaction !== "unreachable") {
    const react = (received: Received) => (isTimeToFail(league, received) ? reaction : undefined);
    return requireAccepted(fixture, await league.addPlayer({ react }));
  }
  const react = ({ type, message }: Received, peer: RegisteredPeer): Reaction | undefined => {
    const isLast = type === "ROUND_COMPLETED" && (message.next_round_id ?? null) === null;
    if (isLast) void peer.disconnect();
    return undefined;
  };
  const unreachable = requireAccepted(fixture, await league.addPlayer({ react }));
  await unreachable.disconnect();
  league.peerContext.arrivals.add(() => {
    if (unreachable.isDisconnected && roundsIn(league).size === 2) void unreachable.reconnect();
  });
  return unreachable;
}

function isTimeToFail(league: ManagedLeague, { type, message }: Received): boolean {
  const rounds = roundsIn(league);
  if (type === "ROUND_ANNOUNCEMENT") rounds.add(message.round_id);
  return type === "LEAGUE_COMPLETED" || rounds.size < 2;
}

/** The rounds that were announced to any player. */
function roundsIn({ players }: ManagedLeague): Set<unknown> {
  const announced = players.flatMap((peer) => peer.receivedOf("ROUND_ANNOUNCEMENT"));
  return new Set(announced.map(({ message }) => message.round_id));
}

/** Asserts that the league comes to its end, and that no message to such a player takes more than 10 s. */
export function continues({ seen, faulty, exit, fault }: SlowLeague, fixture: Judging): void {
  const who = `a player ${fault}`;
  fixture.expect(exit, `how the process of the league manager ended, whose league had ${who},`).isAbsent();
  const messages = seen.sent().filter(({ type }) => type !== undefined);
  messages.slice(1).forEach((message, index) => {
    const { at_ms, type, to } = message;
    const before = messages[index];
    const waited = at_ms - (before?.at_ms ?? at_ms);
    const what = `${who}; the wait between ${before?.type} to ${before?.to.id} and ${type} to ${to.id}`;
    fixture.expect.time(waited, what, message).isAtMost(DEADLINE_MS + MOMENT_MS);
  });
  const good = seen.players.at(-1);
  const last = messages.at(-1);
  fixture.expect.that((good?.receivedOf("LEAGUE_COMPLETED").length ?? 0) > 0, {
    diagnosis: `${who}; after ${last?.type} to ${last?.to.id} ${seen.ending === "too long" ? `the league was not over within ${TIMEOUT_MS / 1_000} s` : `nothing more came from the league manager for ${QUIET_MS / 1_000} s`}`,
    expected: "the league continues after 10 s, and LEAGUE_COMPLETED at its end",
    received: "no LEAGUE_COMPLETED",
  });
  const peer = faulty.get(fault);
  if (FAULTS[fault] !== "unreachable" && peer?.received.length === 0)
    fixture.notExercised("the league manager sent nothing to the player with the fault");
}

const { unplayedRoundRetries: retries, unplayedRoundPauseMs: pauseMs } = protocol.league;

/** Each announcement ends at its deadline; then the round is played, and three messages report it. */
const UNPLAYED_MS = (retries + 4) * deadlineOf("ROUND_ANNOUNCEMENT") + retries * pauseMs;

export const UNREACHABLE_LEAGUE: TimedStep = [BEGINNING_MS, UNPLAYED_MS];

/** A league none of whose players can be reached, until its first match is reported. */
export async function unreachableLeague(fixture: ManagerFixture) {
  const unreachable = { react: () => ({ http: { kind: "close" } as const }) };
  const { league, manager } = await fixture.league({
    players: 2,
    referees: 1,
    playerOptions: [unreachable, unreachable],
  });
  const enough = () => league.assignments.some(({ isCounted }) => isCounted);
  const seen = await league.play({ enough, withinMs: UNPLAYED_MS });
  return { league, manager, seen };
}
