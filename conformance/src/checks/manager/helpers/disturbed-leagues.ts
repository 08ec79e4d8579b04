/** Leagues in which a player misses messages, the referee refuses a match, or the manager receives disturbing messages. */

import { deadlineOf, protocol } from "../../../contract.js";
import type { Done, ManagerFixture } from "../../../fixtures/manager-fixture.js";
import { admitted, type OpenLeague } from "../../../fixtures/open-league.js";
import type { JsonObject } from "../../../json.js";
import type { RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import { PeerClient } from "../../../peers/exchange/peer-client.js";
import { until } from "../../../peers/exchange/peer-context.js";
import type { Reaction, Received } from "../../../peers/exchange/received.js";
import type { ManagedLeague, PlayerOptions, RefereeOptions } from "../../../peers/managed-league.js";
import type { LeagueObservation, Sent } from "../../../peers/observation.js";
import { type RefereeScript, together } from "../../../peers/referee-behaviour.js";
import type { Leagues } from "../../../rules/rule.js";
import { exhaustedAfter } from "../../../time/protocol-deadlines.js";
import { longestOf, times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import { A_LEAGUE, BEGINNING_MS, registrations } from "./league-progress.js";
import { sharedLeagues, skipIfLeagueFails } from "./leagues.js";

export const MISSES = protocol.league.suspensionAfterMisses;

export const ROUNDS = 3;

export const WAITED_FOR = ["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"];

/** The delay of its later answers, which shows whether the manager waits for it again. In milliseconds. */
export const LATER_MS = 1_500;

/** For a manager that calls one player after the other: three messages that are waited for, and one more to see that it is not. */
const SILENT_PLAYER_MS = (MISSES + 3) * deadlineOf("ROUND_ANNOUNCEMENT");

/** Refusals of a match: a failure, and a state that does not pass. */
const INTERNAL_ERROR = { code: -32_603, message: "Internal error" };
const INVALID_STATE = { code: -32_008, message: "INVALID_STATE" };

const REFUSAL_MS = exhaustedAfter("RUN_MATCH");

/** The league with both, and then the one with one of them. In milliseconds. */
const LEAGUES_OF_THREE = times(2, BEGINNING_MS, longestOf(SILENT_PLAYER_MS, REFUSAL_MS));

interface LeagueOfThree {
  seen: LeagueObservation;
  /** The player that misses messages. */
  silent: RegisteredPeer | undefined;
  /** The match that the referee refused. */
  refused: unknown;
  /** Whether all players that answer received LEAGUE_COMPLETED. */
  isOver: boolean;
}

/** The referee refuses a match; in the shared league a player is silent too. */
export const REFUSED_MATCH = sharedLeagues({
  steps: [LEAGUES_OF_THREE],
  names: ["refusal"],
  skip: skipIfLeagueFails,
  play: (fixture, _, alone) => leagueOfThree(fixture, { silent: !alone, refusal: true }),
});

/** A player is silent; in the shared league the referee refuses a match too, which cannot make the manager wait for a player. */
export const SILENT_PLAYER = sharedLeagues({
  steps: [LEAGUES_OF_THREE],
  names: ["silence"],
  faultsAreItsOwn: true,
  async play(fixture, _, alone) {
    const played = leagueOfThree(fixture, { silent: true, refusal: !alone });
    const [league] = await Promise.all([played, skipIfLeagueFails(fixture, 3)]);
    return league;
  },
});

async function leagueOfThree(
  fixture: ManagerFixture,
  { silent, refusal }: { silent: boolean; refusal: boolean },
): Promise<Done<LeagueOfThree>> {
  const what = [silent && "a player that misses messages", refusal && "an only referee that refuses a match"];
  const refused: { match?: unknown } = {};
  const options = {
    players: 3,
    referees: 1,
    playerOptions: silent ? [silentUntilTheLastRound()] : [],
    refereeOptions: refusal ? [refuses(refused, INTERNAL_ERROR)] : [],
  };
  return fixture.playedOnce(
    `a league with ${what.filter(Boolean).join(" and ")}`,
    options,
    async ({ league }) => {
      const [first, ...others] = league.players;
      const isOver = () =>
        (silent ? others : league.players).every((peer) => peer.receivedOf("LEAGUE_COMPLETED").length > 0);
      const withinMs = silent ? SILENT_PLAYER_MS : REFUSAL_MS;
      const seen = await league.play({ enough: isOver, withinMs });
      return { seen, silent: silent ? first : undefined, refused: refused.match, isOver: isOver() };
    },
  );
}

/** Refuses the first match that is due. */
function refuses(
  refused: { match?: unknown },
  error: { code: number; message: string },
  isDue: (message: JsonObject) => boolean = () => true,
): RefereeOptions {
  return {
    maxConcurrentMatches: 1,
    react: ({ type, message }) => {
      if (type !== "RUN_MATCH" || !isDue(message)) return undefined;
      refused.match ??= message.match_id;
      return message.match_id === refused.match ? { error } : undefined;
    },
  };
}

/** Silent for two rounds; in the last one it answers at once, but takes its time for the standings. */
function silentUntilTheLastRound(): PlayerOptions {
  const rounds = new Set<unknown>();
  let answersAgain = false;
  const react = (received: Received, peer: RegisteredPeer): Reaction | undefined => {
    const { type, message } = received;
    if (type === "ROUND_ANNOUNCEMENT") rounds.add(message.round_id);
    answersAgain ||= type === "LEAGUE_COMPLETED" || rounds.size === ROUNDS;
    if (!answersAgain) return { http: { kind: "never" } };
    if (type !== "LEAGUE_STANDINGS_UPDATE") return undefined;
    return { ...peer.acknowledge(received), afterMs: LATER_MS } as Reaction;
  };
  return { react };
}

// Leagues of correct agents in which the manager receives disturbing messages.

/** The reports of a round arrive at the same moment in each of these leagues. */
const DISTURBANCES = [
  "SHUTDOWN_COMMAND",
  "repeated registrations",
  "registrations after the start",
  "start_league again",
  "a refused match",
  "reports at the same moment",
] as const;

type Disturbance = (typeof DISTURBANCES)[number];

interface DisturbedLeague {
  seen: LeagueObservation;
  /** The answers to a ping after SHUTDOWN_COMMAND, by its sender. */
  pings: Map<string, Answer>;
  /** The answers to repeated registrations. */
  repeated: {
    peer: RegisteredPeer;
    when: string;
    first: { id: unknown; auth_token: unknown; league_id: unknown };
    answer: Answer;
  }[];
  /** A round that was announced after a repeated registration, while one player was still missing. */
  early?: Sent | undefined;
  /** The answers to registrations of new agents. */
  lateAgents: {
    peer: RegisteredPeer;
    when: "when the first match had begun" | "when the league had ended";
  }[];
  startedAgain: boolean;
  /** The match of the second round that a referee refused, while the other one had a match. */
  refused: { match?: unknown };
  /** The first round that was announced after a start_league at the end of the league. */
  playedAgain?: Sent | undefined;
}

const PLAYERS = 4;

const REFEREES = 2;

/** A manager that begins its league too early, or again, announces a round within this time. In milliseconds. */
const BEGINS_WITHIN_MS = 1_000;

/** A process that is asked to end does so within this time. In milliseconds. */
const ENDS_WITHIN_MS = 300;

const ONE_LEAGUE: TimedStep = [A_LEAGUE, registrations(7), times(4, deadlineOf("SHUTDOWN_COMMAND"))];

/** The time of the league with all of them, and of the one with this alone. In milliseconds. */
const DISTURBED_LEAGUES = times(2, ONE_LEAGUE);

/** The effect of this disturbance. @param skip throws where nothing can be shown */
export function disturbedBy(
  name: Disturbance,
  skip?: (fixture: ManagerFixture) => Promise<void>,
): Leagues<ManagerFixture, DisturbedLeague> {
  return sharedLeagues({
    steps: [DISTURBED_LEAGUES],
    names: [name],
    skip,
    play(fixture, _, alone) {
      const names = alone ? [name] : DISTURBANCES;
      const label = `a league with ${alone ? name : "messages that must not disturb it"}`;
      const options = { players: PLAYERS, referees: REFEREES, register: false };
      return fixture.playedOnce(label, options, (open) => playDisturbed(fixture, names, open));
    },
  });
}

async function playDisturbed(
  fixture: ManagerFixture,
  names: readonly Disturbance[],
  open: OpenLeague,
): Promise<DisturbedLeague> {
  const { league } = open;
  const found: Omit<DisturbedLeague, "seen"> = {
    pings: new Map(),
    repeated: [],
    lateAgents: [],
    startedAgain: false,
    refused: {},
  };
  const registration = { conversation: "conv-register-once" };
  const script = inEachRound(async (round) => {
    if (round === 0 && names.includes("registrations after the start"))
      await arriveLate(league, found, "when the first match had begun");
    if (round === 0 && names.includes("repeated registrations"))
      for (const peer of [league.players[0], league.referees[0]])
        await registerAgain(found, peer, "after the start");
    if (round === 1 && names.includes("start_league again")) {
      found.startedAgain = true;
      await league.start();
    }
    if (round === 1) await fixture.pause(BEGINS_WITHIN_MS);
  });
  const isSecondRound = ({ round_id }: JsonObject) => round_id === 2;
  const refusing = names.includes("a refused match")
    ? refuses(found.refused, INVALID_STATE, isSecondRound)
    : {};
  for (let i = 0; i < REFEREES; i += 1) {
    const own = i === 0 ? { registration } : refusing;
    admitted(await league.addReferee({ script, maxConcurrentMatches: 1, ...own }));
  }
  for (let i = 0; i < PLAYERS - 1; i += 1) admitted(await league.addPlayer(i === 0 ? { registration } : {}));
  if (names.includes("SHUTDOWN_COMMAND")) await commandShutdown(fixture, open, found);
  if (names.includes("repeated registrations")) {
    const begins = () => until(league.peerContext, () => league.observe().announcements[0], BEGINS_WITHIN_MS);
    // A manager of a league of fewer players begins without a repetition.
    const hasBegun = (await begins()) !== undefined;
    await registerAgain(found, league.players[0], "before the start");
    if (!hasBegun) found.early = await begins();
  }
  if (open.exit() !== undefined || found.early !== undefined) return { ...found, seen: league.observe() };
  admitted(await league.addPlayer());
  const seen = await league.play();
  if (seen.completed && names.includes("start_league again"))
    found.playedAgain = await startedAtTheEnd(league);
  if (seen.completed && names.includes("registrations after the start"))
    await arriveLate(league, found, "when the league had ended");
  return { ...found, seen };
}

/** Does something when the first match of a round is assigned, and then sends all its reports at once. */
function inEachRound(act: (round: number) => Promise<void>): RefereeScript {
  const acts = new Map<unknown, Promise<void>>();
  const reported = together();
  return async (assignment, tools) => {
    const { roundId } = assignment;
    const done = acts.get(roundId) ?? act(acts.size);
    acts.set(roundId, done);
    await done;
    await reported(assignment, tools);
  };
}

/** A repeated announcement of a round of the finished league. A new league may begin. */
async function startedAtTheEnd(league: ManagedLeague): Promise<Sent | undefined> {
  const before = league.observe().announcements;
  const isKnown = ({ message }: Sent) =>
    before.some(
      (one) => one.message.league_id === message.league_id && one.message.round_id === message.round_id,
    );
  await league.start();
  return until(
    league.peerContext,
    () => league.observe().announcements.slice(before.length).find(isKnown),
    BEGINS_WITHIN_MS,
  );
}

async function commandShutdown(
  fixture: ManagerFixture,
  { league, manager, exit }: OpenLeague,
  { pings }: Pick<DisturbedLeague, "pings">,
): Promise<void> {
  const another = new PeerClient(league.peerContext, { sender: "league_manager" });
  const reason = { reason: "maintenance" };
  const senders = {
    "the operator": () => league.operator.say(manager, "SHUTDOWN_COMMAND", reason),
    "another league manager": () => another.say(manager, "SHUTDOWN_COMMAND", reason),
    "a referee": () => league.referees[0]?.say("SHUTDOWN_COMMAND", reason),
    "a player": () => league.players[0]?.say("SHUTDOWN_COMMAND", reason),
  };
  for (const [who, say] of Object.entries(senders)) {
    await say();
    await fixture.pause(ENDS_WITHIN_MS);
    pings.set(who, await league.operator.call(manager, "ping"));
    if (exit() !== undefined) return;
  }
}

async function registerAgain(
  { repeated }: Pick<DisturbedLeague, "repeated">,
  peer: RegisteredPeer | undefined,
  when: string,
): Promise<void> {
  if (peer === undefined) return;
  const first = { id: peer.id, auth_token: peer.token, league_id: peer.leagueId };
  repeated.push({ peer, when, first, answer: await peer.register() });
}

async function arriveLate(
  league: ManagedLeague,
  { lateAgents }: Pick<DisturbedLeague, "lateAgents">,
  when: DisturbedLeague["lateAgents"][number]["when"],
): Promise<void> {
  for (const peer of [await league.addPlayer(), await league.addReferee()]) lateAgents.push({ peer, when });
}
