import { deadlineOf } from "../../contract.js";
import type { ManagerFixture } from "../../fixtures/manager-fixture.js";
import { admitted, type OpenLeague } from "../../fixtures/open-league.js";
import type { RegisteredPeer } from "../../peers/actors/registered-peer.js";
import type { Reaction, Received } from "../../peers/exchange/received.js";
import { type ManagedLeague, QUIET_MS } from "../../peers/managed-league.js";
import type { LeagueObservation, Sent } from "../../peers/observation.js";
import { type Judging, rule } from "../../rules/rule.js";
import { times } from "../../time/steps.js";
import type { Check } from "../../types.js";
import {
  disturbedBy,
  LATER_MS,
  MISSES,
  REFUSED_MATCH,
  ROUNDS,
  SILENT_PLAYER,
  WAITED_FOR,
} from "./helpers/disturbed-leagues.js";
import { announcedTo, failuresOf, HTTP_500, survives } from "./helpers/failing-referees.js";
import {
  assertCompleted,
  BEGINNING_MS,
  NO_END,
  playersOf,
  roundsOf,
  skipIfNotOrdered,
} from "./helpers/league-progress.js";
import { sharedLeagues, skipIfLeagueFails } from "./helpers/leagues.js";

/** Pauses shorter than the read timeout of a socket, and a total time longer than a round. */
const DRIP = { kind: "drip", status: 200, body: " ".repeat(400), bytesPerSecond: 1 } as const;

const FAULTS = {
  "cannot be reached": "unreachable",
  "never answers": { http: { kind: "never" } },
  "sends headers and no body": { http: { kind: "stall", status: 200 } },
  "sends its answers at one byte a second": { http: DRIP },
  "answers everything with HTTP 500": { http: HTTP_500 },
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

/**
 * A league for each of the faults. Each player fails in the first round and at the end of the league: a manager that waits
 * for all of them concurrently, 10 s per message, needs the same time for many of them as for a single one.
 */
const UNRESPONSIVE_PLAYERS = sharedLeagues<PlayerFault, SlowLeague>({
  steps: [SLOW_LEAGUES],
  names: ALL,
  async play(fixture, fault, alone) {
    const faults = alone ? [fault] : ALL;
    const label = `a league with ${alone ? `a player that ${fault}` : "players with all kinds of faults"}`;
    const options = { players: faults.length + 1, referees: 1, register: false };
    const played = fixture.playedOnce(label, options, (open) => slowLeague(fixture, faults, open));
    const [{ value, ...done }] = await Promise.all([played, skipIfLeagueFails(fixture)]);
    return { ...done, value: { ...value, fault } };
  },
});

async function slowLeague(
  fixture: ManagerFixture,
  faults: readonly PlayerFault[],
  { league, exit: exitOf }: OpenLeague,
): Promise<Omit<SlowLeague, "fault">> {
  const faulty = new Map<PlayerFault, RegisteredPeer>();
  for (const fault of faults) faulty.set(fault, await addFaultyPlayer(league, fault));
  admitted(await league.addReferee());
  const good = admitted(await league.addPlayer());
  const isOver = () => good.receivedOf("LEAGUE_COMPLETED").length > 0;
  const enough = () => isOver() || exitOf() !== undefined;
  const seen = await league.play({ enough, withinMs: TIMEOUT_MS });
  const exit = isOver() ? undefined : exitOf();
  if (seen.announcements.length === 0 && exit === undefined)
    fixture.notExercised("the league manager did not begin its league", ["LM-START-01"]);
  return { seen, faulty, exit };
}

async function addFaultyPlayer(league: ManagedLeague, fault: PlayerFault): Promise<RegisteredPeer> {
  const reaction = FAULTS[fault];
  if (reaction !== "unreachable") {
    const react = (received: Received) => (isTimeToFail(league, received) ? reaction : undefined);
    return admitted(await league.addPlayer({ react }));
  }
  const react = ({ type, message }: Received, peer: RegisteredPeer): Reaction | undefined => {
    const isLast = type === "ROUND_COMPLETED" && (message.next_round_id ?? null) === null;
    if (isLast) void peer.disconnect();
    return undefined;
  };
  const unreachable = admitted(await league.addPlayer({ react }));
  await unreachable.disconnect();
  league.peerContext.arrivals.add(() => {
    if (unreachable.isDisconnected && announcedTo(league.players).size === 2) void unreachable.reconnect();
  });
  return unreachable;
}

function isTimeToFail(league: ManagedLeague, { type, message }: Received): boolean {
  const rounds = announcedTo(league.players);
  if (type === "ROUND_ANNOUNCEMENT") rounds.add(message.round_id);
  return type === "LEAGUE_COMPLETED" || rounds.size < 2;
}

/** Without a wait for the player, much less time than a deadline passes. */
const NOT_WAITED_MS = deadlineOf("ROUND_ANNOUNCEMENT") / 2;

export const aliveChecks: readonly Check<ManagerFixture>[] = [
  rule({
    id: "manager/alive/unresponsive-player",
    title:
      "waits at most 10 s a message for a player that fails in any way, and brings the league to its end",
    decides: ["LM-LIVE-01"],
    over: UNRESPONSIVE_PLAYERS,
    shows: [...WAITED_FOR, "LEAGUE_COMPLETED"],
    judge: continues,
  }),
  rule({
    id: "manager/alive/unresponsive-referee",
    title: "brings the league to its end although a referee ends, never answers, or answers wrongly",
    decides: ["LM-LIVE-02"],
    over: failuresOf(
      "ends at once",
      "never answers RUN_MATCH",
      "refuses it",
      "answers with HTTP 500",
      "answers without JSON",
      "resets the connection",
      "acknowledges it with a malformed message",
    ),
    shows: ["RUN_MATCH", "LEAGUE_COMPLETED"],
    judge: survives,
  }),
  rule({
    id: "manager/alive/refused-match",
    title: "assigns the other matches to a referee that accepts one at a time and has refused one",
    decides: ["LM-LIVE-02"],
    over: REFUSED_MATCH,
    shows: ["RUN_MATCH", "LEAGUE_COMPLETED"],
    judge({ seen, refused, isOver }, fixture) {
      skipIfNotOrdered(fixture, refused === undefined ? 0 : 1);
      const others = seen.matchIds.filter((matchId) => matchId !== refused);
      fixture.expect.that(isOver, {
        diagnosis: `the only referee (max_concurrent_matches 1) refused ${String(refused)}; after that it was given ${others.join(", ") || "no other match"}, and the league never came to its end`,
        expected: "the other matches, and LEAGUE_COMPLETED",
        received: others.join(", ") || "nothing",
        hint: "A referee that has refused a match is free again.",
      });
    },
  }),
  rule({
    id: "manager/alive/survives-shutdown",
    title: "is not stopped by SHUTDOWN_COMMAND, no matter which sender it comes from",
    decides: ["LM-LIVE-04"],
    over: disturbedBy("SHUTDOWN_COMMAND", skipIfLeagueFails),
    shows: ["SHUTDOWN", "LEAGUE_COMPLETED"],
    judge({ seen, pings }, fixture) {
      for (const [who, alive] of pings)
        fixture.expect.answer(alive, alive.outcome !== "failure", "a league manager that still runs", {
          what: `after a SHUTDOWN_COMMAND from ${who} a ping`,
        });
      assertCompleted(fixture, seen, "four SHUTDOWN_COMMANDs were sent");
    },
  }),
  rule({
    id: "manager/alive/suspends",
    title:
      "stops waiting for a player that has missed three messages in a row, but sends it every message, until it answers",
    decides: ["LM-LIVE-03"],
    over: SILENT_PLAYER,
    shows: [...WAITED_FOR, "RUN_MATCH", "LEAGUE_COMPLETED"],
    judge({ seen, silent, isOver }, fixture) {
      if (silent === undefined) return;
      assertNoWaiting(fixture, seen, silent);
      if (!isOver) fixture.notExercised("the league did not come to its end", NO_END);
      assertAllSent(fixture, seen, silent);
      assertReturn(fixture, seen, silent);
    },
  }),
];

/** Every message that all others were sent, it was sent too: a player that has missed messages is still one of the league. */
function assertAllSent(fixture: Judging, seen: LeagueObservation, silent: RegisteredPeer): void {
  const others = playersOf(seen).filter((peer) => peer !== silent);
  for (const { id } of roundsOf(seen))
    for (const type of WAITED_FOR) {
      const was = (peer: RegisteredPeer) =>
        seen.sent(type, peer).some(({ message }) => message.round_id === id);
      if (!others.every(was)) continue;
      const what = `whether the player that did not answer was sent ${type} of round ${String(id)}`;
      fixture.expect(was(silent), what).is(true);
    }
  const ends = seen.sent("LEAGUE_COMPLETED", silent).length;
  const what = "how often a player that had not answered for two rounds was sent LEAGUE_COMPLETED";
  fixture.expect(ends, what).isInteger({ min: 1 });
}

function assertNoWaiting(fixture: Judging, seen: LeagueObservation, silent: RegisteredPeer): void {
  const last_ms = roundsOf(seen)[ROUNDS - 1]?.at_ms ?? Number.POSITIVE_INFINITY;
  const missed = seen
    .sent(undefined, silent)
    .filter(({ type = "", at_ms }) => WAITED_FOR.includes(type) && at_ms < last_ms);
  for (const { at_ms, type, message } of missed.slice(MISSES, -1)) {
    const next = nextAfter(seen, at_ms, silent);
    if (next === undefined || next.type === type) continue;
    const what = `the wait for a player that had missed ${MISSES} messages in a row, after ${type} of round ${String(message.round_id)},`;
    fixture.expect.time(next.at_ms - at_ms, what).isAtMost(NOT_WAITED_MS);
  }
}

function assertReturn(fixture: Judging, seen: LeagueObservation, silent: RegisteredPeer): void {
  const [first] = seen.sent(undefined, silent);
  const waited = first === undefined ? undefined : nextAfter(seen, first.at_ms, silent);
  // A manager that never waits for a player does not wait for this one again either.
  if (first === undefined || waited === undefined || waited.at_ms - first.at_ms < NOT_WAITED_MS) return;
  const table = seen.sent("LEAGUE_STANDINGS_UPDATE", silent).at(-1);
  const next = table === undefined ? undefined : nextAfter(seen, table.at_ms, silent);
  if (table === undefined || next === undefined) return;
  const what = "the wait for a player that had answered again, and took 1.5 s for the standings,";
  fixture.expect.time(next.at_ms - table.at_ms, what).isAtLeast(LATER_MS);
}

/** The first message of the next kind that another agent was sent. */
function nextAfter(seen: LeagueObservation, at_ms: number, silent: RegisteredPeer): Sent | undefined {
  const type = seen.sent(undefined, silent).find((one) => one.at_ms === at_ms)?.type;
  const isNext = (one: Sent) => one.to !== silent && one.at_ms > at_ms && one.type !== type;
  return seen.sent().find((one) => isNext(one) && playersOf(seen).includes(one.to));
}

/** Asserts that the league comes to its end, and that no message to such a player takes more than 10 s. */
function continues({ seen, faulty, exit, fault }: SlowLeague, fixture: Judging): void {
  const who = `a player ${fault}`;
  fixture.expect(exit, `how the process of the league manager ended, whose league had ${who},`).isAbsent();
  const messages = seen.sent().filter(({ type }) => type !== undefined);
  for (const [index, message] of messages.slice(1).entries()) {
    const { at_ms, type, to } = message;
    const before = messages[index];
    const waited = at_ms - (before?.at_ms ?? at_ms);
    const what = `${who}; the wait between ${before?.type} to ${before?.to.id} and ${type} to ${to.id}`;
    fixture.expect.time(waited, what, message).isAtMost(DEADLINE_MS + MOMENT_MS);
  }
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
