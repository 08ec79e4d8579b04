/** Managers that wait for more agents than have registered, and their answers to start_league. */

import type { ManagerFixture } from "../../../fixtures/manager-fixture.js";
import { admitted } from "../../../fixtures/open-league.js";
import type { PeerRole, RegisteredPeer } from "../../../peers/actors/registered-peer.js";
import { matchesIn } from "../../../peers/assignment.js";
import type { Answer } from "../../../peers/exchange/answer.js";
import { until } from "../../../peers/exchange/peer-context.js";
import type { ManagedLeague } from "../../../peers/managed-league.js";
import type { Leagues } from "../../../rules/rule.js";
import { times } from "../../../time/steps.js";
import type { TimedStep } from "../../../types.js";
import { BEGINNING_MS, playersOf, registrations } from "./league-progress.js";
import { sharedLeagues } from "./leagues.js";

interface Shortage {
  /** The configured numbers of agents. */
  required: { players: number; referees: number };
  /** The numbers of registered agents. No more of one of the roles are admitted. */
  there: { players: number; referees: number };
  full: PeerRole;
  missing: PeerRole;
  /** The word for the reason why it cannot begin. */
  word: string;
}

export const SHORTAGES = {
  "no referee": {
    required: { players: 2, referees: 2 },
    there: { players: 2, referees: 0 },
    full: "player",
    missing: "referee",
    word: "NO_REFEREES",
  },
  "one player": {
    required: { players: 4, referees: 1 },
    there: { players: 1, referees: 1 },
    full: "referee",
    missing: "player",
    word: "INSUFFICIENT_PLAYERS",
  },
} as const satisfies Record<string, Shortage>;

export type ShortageName = keyof typeof SHORTAGES;

const SHORTAGE_NAMES = Object.keys(SHORTAGES) as ShortageName[];

/** The trials of a scenario; the shared league has all of them. */
type Trial =
  | "concurrentPlayers"
  | "one too many"
  | "start_league"
  | "beginning by itself"
  | "fewer than configured";

export interface Beginning {
  name: ShortageName;
  /** The admitted players, where more registered at the same moment than there were places. */
  concurrentPlayers?: readonly RegisteredPeer[] | undefined;
  /** The answer to a valid registration for which there was a place, where it was rejected after an invalid one. */
  validRejected?: Answer | undefined;
  /** The ids of the agents of the role of which one was rejected at first. */
  ids: readonly string[];
  /** The answer to a registration for which there was no place. */
  tooMany?: Answer | undefined;
  /** The answer to start_league with too few agents. */
  refusal?: Answer | undefined;
  /** A match that was assigned with too few agents. */
  early?: string | undefined;
  /** A match that was assigned before the configured number had registered; undefined if there was none. */
  premature?: { match: string | undefined } | undefined;
  /** The answer to start_league when there were enough. */
  started?: Answer | undefined;
  /** A match that was assigned when there were enough. */
  late?: string | undefined;
}

/** More than there are places. */
export const CONCURRENT_PLAYERS = 6;

/** How long the suite observes whether a forbidden match is assigned. In milliseconds. */
const LOOK_MS = 1_000;

const ONE_BEGINNING: TimedStep = [registrations(5), times(2, BEGINNING_MS), times(2, LOOK_MS)];

/** The time of the manager with all trials, and of one with this trial alone. In milliseconds. */
export const BEGINNINGS = times(2, ONE_BEGINNING);

export const BEGINNING = [
  "LEAGUE_REGISTER",
  "REFEREE_REGISTER",
  "START_LEAGUE",
  "ROUND_ANNOUNCEMENT",
  "RUN_MATCH",
];

/** The result of this trial. @param skip throws where nothing can be shown */
export function beginnings(
  trial: Trial,
  names: readonly ShortageName[] = SHORTAGE_NAMES,
  skip?: (fixture: ManagerFixture) => Promise<void>,
): Leagues<ManagerFixture, Beginning> {
  return sharedLeagues({
    steps: [BEGINNINGS],
    names,
    skip,
    play(fixture, name, alone) {
      const { there, required } = SHORTAGES[name];
      const complete = { players: Math.max(there.players, 2), referees: 1 };
      const numbers = alone && trial === "beginning by itself" ? complete : required;
      const label = `a league with ${name}${alone ? `: ${trial}` : ""}`;
      return fixture.playedOnce(label, { ...numbers, register: false }, ({ league }) =>
        play(name, alone ? trial : undefined, league),
      );
    },
  });
}

async function play(name: ShortageName, only: Trial | undefined, league: ManagedLeague): Promise<Beginning> {
  const { required, there, full, missing }: Shortage = SHORTAGES[name];
  const tries = (trial: Trial) => only === undefined || only === trial;
  const found: Beginning = { name, ids: [] };
  const oneMore = async () => admitted(await league.addAgent(missing));
  const assignedWithOneMore = async () => {
    // All but one.
    const come = missing === "player" ? playersOf(league).length : there.referees;
    for (let i = come + 1; i < required[`${missing}s`]; i += 1) await oneMore();
    return assignedWithin(LOOK_MS, league);
  };
  if (full === "player" && tries("one too many")) await applyForOtherGame(league);
  for (let i = 0; i < there.referees; i += 1) admitted(await league.addReferee());
  if (full === "player" && tries("concurrentPlayers")) found.concurrentPlayers = await race(league);
  for (let i = playersOf(league).length; i < there.players; i += 1) {
    const peer = await league.addPlayer();
    if (!peer.accepted && full === "player") found.validRejected = peer.registrations.at(-1);
    if (found.validRejected !== undefined) return found;
    admitted(peer);
  }
  found.ids = playersOf(league).map(({ id }) => String(id));
  if (tries("one too many")) found.tooMany = (await league.addAgent(full)).registrations[0];
  if (only === "fewer than configured")
    return { ...found, premature: { match: await assignedWithOneMore() } };
  if (!tries("start_league") && !tries("beginning by itself")) return found;
  found.refusal = await league.start();
  if (tries("beginning by itself")) found.early = await assignedWithin(LOOK_MS, league);
  if (found.early !== undefined) return found;
  if (tries("fewer than configured")) found.premature = { match: await assignedWithOneMore() };
  else await oneMore();
  if (found.premature?.match !== undefined) return found;
  if (only === "beginning by itself") found.late = await assignedWithin(BEGINNING_MS, league);
  if (found.late === undefined) found.started = await league.start();
  found.late ??= await assignedWithin(BEGINNING_MS, league);
  return found;
}

/** Registers a player of another game, which gets no place, no name and no id. */
async function applyForOtherGame(league: ManagedLeague): Promise<void> {
  const peer = await league.addPlayer({ displayName: "suite-player-of-another-game", register: false });
  await peer.register({ set: { "/player_meta/game_types": ["tic_tac_toe"] } });
}

/** The players that were admitted when these registered at the same moment. */
async function race(league: ManagedLeague): Promise<RegisteredPeer[]> {
  const names = Array.from({ length: CONCURRENT_PLAYERS }, (_, index) => `suite-rival-${index}`);
  const peers = await Promise.all(
    names.map((displayName) => league.addPlayer({ displayName, register: false })),
  );
  await Promise.all(peers.map((peer) => peer.register()));
  return peers.filter((peer) => peer.accepted);
}

function assignedWithin(ms: number, league: ManagedLeague): Promise<string | undefined> {
  return until(league.peerContext, () => assignedIn(league), ms);
}

/** A match that was assigned to a referee or announced to a player. */
function assignedIn(league: ManagedLeague): string | undefined {
  for (const { type, message } of league.observe().sent()) {
    if (type === "RUN_MATCH") return `${String(message.match_id)} to a referee`;
    const [match] = type === "ROUND_ANNOUNCEMENT" ? matchesIn(message) : [];
    if (match !== undefined) return `${String(match.match_id)} in its announcement`;
  }
  return undefined;
}
