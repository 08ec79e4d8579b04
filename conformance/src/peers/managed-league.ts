/** The agents around a manager under test: players and referees that register and play whole leagues, as scripted. */

import { deadlineOf } from "../contract.js";
import { pause } from "../time/pause.js";
import { gracePeriodMs } from "../time/protocol-deadlines.js";
import { type PeerOptions, type PeerRole, RegisteredPeer } from "./actors/registered-peer.js";
import type { ManagerTarget } from "./actors/registration.js";
import { type Assignment, assignmentsIn } from "./assignment.js";
import type { Answer } from "./exchange/answer.js";
import { PeerClient } from "./exchange/peer-client.js";
import { type PeerContext, type Target, until } from "./exchange/peer-context.js";
import type { Reaction, Received } from "./exchange/received.js";
import type { OtherStart } from "./exchange/seen-behaviour.js";
import { type LeagueObservation, observedLeague, type SeenInRun } from "./observation.js";
import { type RefereeScript, reports } from "./referee-behaviour.js";

export interface PlayerOptions extends Partial<Omit<PeerOptions, "role">> {}

export interface RefereeOptions extends Partial<Omit<PeerOptions, "role">> {
  /** Its behaviour in each match. Default: reports a random result at once. */
  script?: RefereeScript;
}

export interface PlayOptions {
  /** Whether it is the only league of its manager: then a late beginning is waited for. */
  isOnly?: boolean;
  /** True as soon as the league may stop. Default: its end was announced to all agents. */
  enough?: () => boolean;
  /** How long a manager may send nothing before it counts as stopped. Default `QUIET_MS`. */
  quietMs?: number;
  /** The time limit of the league. Default `LEAGUE_MS`. */
  withinMs?: number;
}

/** start_league is sent if the league has not begun this long after the last registration. */
export const START_TIMEOUT_MS = deadlineOf("START_LEAGUE") / 2;
/** The wait for a manager that begins its league late: the longest deadline of the contract. */
export const LATE_MS = deadlineOf("CHOOSE_PARITY_CALL");
/** A manager that has all its answers has no reason to wait; real ones may still pause briefly. */
export const QUIET_MS = deadlineOf("ROUND_ANNOUNCEMENT") * 1.5;
/** Enough for a league whose agents all answer at once. */
export const LEAGUE_MS = deadlineOf("ROUND_ANNOUNCEMENT") * 6;
/** How long after an announcement RUN_MATCH is expected while it is unknown how the manager starts matches. */
export const UNDECIDED_MS = 2_000;
/** A message that is sent twice is repeated after the first acknowledgement. In milliseconds. */
const AFTERWARDS_MS = 30;
/** The messages that close a round. */
const CLOSING = ["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"];

export class ManagedLeague {
  readonly manager: ManagerTarget;
  readonly players: RegisteredPeer[] = [];
  readonly referees: RegisteredPeer[] = [];
  /** Every match that was assigned to a referee, in order, repetitions included. */
  readonly assignments: Assignment[] = [];
  /** The operator, who may send `start_league`. */
  readonly operator: PeerClient;
  readonly peerContext: PeerContext;
  private readonly played: SeenInRun;
  private latestArrival: number;
  /** The number of referees whose scripts are running. */
  private busy = 0;
  private begun: LeagueObservation["begun"] = "never";
  private ending: LeagueObservation["ending"] = "open";

  /** @param played every league of the run; this one is added */
  constructor(peerContext: PeerContext, manager: ManagerTarget, played: SeenInRun) {
    this.peerContext = peerContext;
    this.manager = manager;
    this.played = played;
    this.latestArrival = peerContext.environment.clock.now();
    this.operator = new PeerClient(peerContext, { sender: "operator" });
    const { transcript } = peerContext.recorder;
    played.leagues.push({ transcript, observe: () => this.observe() });
    peerContext.arrivals.add(() => {
      this.latestArrival = peerContext.environment.clock.now();
    });
  }

  /** A new player: it listens, and registers unless `register: false`. */
  addPlayer(options: PlayerOptions & { register?: false } = {}): Promise<RegisteredPeer> {
    return this.add("player", this.players, options);
  }

  /** A new referee: it listens, and registers unless `register: false`. */
  addReferee(options: RefereeOptions & { register?: false } = {}): Promise<RegisteredPeer> {
    const script = options.script ?? reports();
    const react = (received: Received, peer: RegisteredPeer): Reaction | undefined => {
      const own = options.react?.(received, peer);
      // A match that was refused or not acknowledged is not played.
      // A peer with a malformed acknowledgement plays the match.
      if (own === undefined || "alter" in own) this.startMatches(peer, received, script);
      return own;
    };
    return this.add("referee", this.referees, { ...options, react });
  }

  addAgent(role: PeerRole, options: PlayerOptions & { register?: false } = {}): Promise<RegisteredPeer> {
    return role === "player" ? this.addPlayer(options) : this.addReferee(options);
  }

  private async add(
    role: PeerRole,
    others: RegisteredPeer[],
    {
      register,
      displayName = `suite-${role}-${others.length + 1}`,
      ...options
    }: PlayerOptions & { register?: false },
  ): Promise<RegisteredPeer> {
    const own = { ...this.ownId(role), ...options, role, displayName };
    const peer = await new RegisteredPeer(this.peerContext, this.manager, own).listen();
    others.push(peer);
    if (register !== false) await peer.register();
    return peer;
  }

  /** Sends `start_league` as the operator. */
  start(): Promise<Answer> {
    return this.operator.say(this.manager, "START_LEAGUE", {});
  }

  /** Waits until the league is over or `enough` is true, and returns the observation. */
  async play(options: PlayOptions = {}): Promise<LeagueObservation> {
    const { clock } = this.peerContext.environment;
    const enough = options.enough ?? (() => this.completed);
    if (this.begun === "never") await this.awaitBeginning(options.isOnly === true);
    const { quietMs = QUIET_MS, withinMs = LEAGUE_MS } = options;
    this.latestArrival = clock.now();
    const end = clock.now() + withinMs;
    const left = () =>
      Math.min(
        Math.max(this.latestArrival + quietMs - clock.now(), this.busy > 0 ? quietMs : 0),
        end - clock.now(),
      );
    while (left() > 0 && !enough()) await until(this.peerContext, () => enough() || undefined, left());
    if (this.completed) await this.awaitClosingMessages();
    if (enough()) this.ending = "over";
    else this.ending = clock.now() < end ? "stalled" : "too long";
    await pause(clock, this.peerContext.margin_ms() + AFTERWARDS_MS);
    return this.observe();
  }

  /** The observation so far. */
  observe(): LeagueObservation {
    const { players, referees, assignments, begun, ending, completed } = this;
    return observedLeague({ players, referees, assignments, begun, ending, completed });
  }

  async close(): Promise<void> {
    await Promise.all([...this.players, ...this.referees].map((peer) => peer.close()));
  }

  /** Whether all agents that can be reached received LEAGUE_COMPLETED. */
  get completed(): boolean {
    const reachable = this.players.filter((peer) => peer.accepted && !peer.isDisconnected);
    return reachable.length > 0 && reachable.every((peer) => peer.receivedOf("LEAGUE_COMPLETED").length > 0);
  }

  /** A manager may end the league before it has answered the last report, or before it closes the last round. */
  private async awaitClosingMessages(): Promise<void> {
    await until(this.peerContext, () => this.busy === 0 || undefined, deadlineOf("MATCH_RESULT_REPORT"));
    await until(this.peerContext, () => this.isLastRoundClosed || undefined, gracePeriodMs());
  }

  /** Whether all of them also received the messages that close the last round, which may follow LEAGUE_COMPLETED. */
  private get isLastRoundClosed(): boolean {
    return this.players.every((peer) => {
      const last = peer.receivedOf("ROUND_ANNOUNCEMENT").at(-1)?.message.round_id;
      if (last === undefined || peer.isDisconnected) return true;
      return CLOSING.every((type) => peer.receivedOf(type).some(({ message }) => message.round_id === last));
    });
  }

  private ownId(role: PeerRole): { ownId?: string } {
    return this.peerContext.form.usualIds === true ? { ownId: this.manager.usualIds.next(role) } : {};
  }

  private async awaitBeginning(isOnly: boolean): Promise<void> {
    const hasBegun = async (withinMs: number) => {
      const sign = () =>
        this.observe()
          .sent()
          .find(({ type }) => type === "ROUND_ANNOUNCEMENT" || type === "RUN_MATCH");
      return (await until(this.peerContext, sign, withinMs)) !== undefined;
    };
    if (await hasBegun(START_TIMEOUT_MS)) {
      this.begun = "by itself";
      return;
    }
    const hasBegunSoon = () => hasBegun(START_TIMEOUT_MS);
    const { otherStart } = this.peerContext.seen;
    const isAnswered = otherStart.index === undefined && (await this.start()).outcome === "message";
    // Some managers have an answer to every message.
    if (isAnswered && (await hasBegunSoon())) this.begun = "by start_league";
    else if (await startOtherwise(otherStart, this.operator, this.manager, hasBegunSoon))
      this.begun = "by another call";
    else if (isOnly && (await hasBegun(LATE_MS))) this.begun = "late";
    else if (isAnswered && !isOnly) this.begun = "by start_league";
  }

  /** Handles both messages that can start a match: RUN_MATCH, or the announcement where no RUN_MATCH follows. */
  private startMatches(peer: RegisteredPeer, received: Received, script: RefereeScript): void {
    const { played } = this;
    const { clock } = this.peerContext.environment;
    const announced = this.players.flatMap((player) => player.receivedOf("ROUND_ANNOUNCEMENT"));
    const given = assignmentsIn(
      peer,
      received,
      announced.map(({ message }) => message),
    );
    const take = () => {
      for (const assignment of given) this.take(assignment, script);
    };
    if (received.type === "RUN_MATCH") {
      played.startsBy = "RUN_MATCH";
      take();
    } else if (given.length > 0 && played.startsBy !== "RUN_MATCH") {
      const wait = played.startsBy === undefined ? UNDECIDED_MS : 0;
      clock.after(wait, () => {
        if (played.startsBy === "RUN_MATCH") return;
        played.startsBy = "ROUND_ANNOUNCEMENT";
        take();
      });
    }
  }

  private take(assignment: Assignment, script: RefereeScript): void {
    const index = this.assignments.findIndex((one) => one.isSameTask(assignment));
    const before = this.assignments[index];
    if (before === undefined) this.assignments.push(assignment);
    else if (before.by === assignment.by || before.isCounted) {
      // A match that is assigned twice is played once.
      this.assignments.push(assignment);
      return;
    } else {
      // RUN_MATCH came after the time limit for it.
      this.assignments[index] = assignment;
    }
    // The acknowledgement is sent first.
    this.peerContext.environment.clock.after(0, () => void this.follow(script, assignment));
  }

  private async follow(script: RefereeScript, assignment: Assignment): Promise<void> {
    const { clock, random } = this.peerContext.environment;
    this.busy += 1;
    try {
      await script(assignment, { clock, random, league: this });
    } catch (error) {
      this.peerContext.recorder.transcript.note(String(error));
    } finally {
      this.busy -= 1;
      this.latestArrival = clock.now();
    }
  }
}

// Calls by which league managers begin that do not follow `start_league`.

type StartCall = (operator: PeerClient, manager: Target) => Promise<Answer>;

const PATHS = ["/start_league", "/start", "/league/start", "/api/start", "/admin/start_league"];

/** Without an envelope, as some take it from no sender, and then at usual paths. */
const CALLS: readonly StartCall[] = [
  (operator, manager) => operator.say(manager, "START_LEAGUE", {}, { change: () => ({}) }),
  ...PATHS.map(
    (path): StartCall =>
      (operator, manager) =>
        operator.raw(manager, {}, { question: path, http: { path } }),
  ),
];

/** Several leagues may be the first ones at the same time, and a small one may not begin where a larger one does. */
const MOST_FAILURES = 3;

/**
 * Calls what has begun an earlier league, otherwise one after the other.
 * @param hasBegun resolves when it is known whether the league has begun after a call that was not refused
 */
async function startOtherwise(
  known: OtherStart,
  operator: PeerClient,
  manager: Target,
  hasBegun: () => Promise<boolean>,
): Promise<boolean> {
  if (known.index === undefined && known.failures >= MOST_FAILURES) return false;
  for (const [index, call] of CALLS.entries()) {
    if (index !== (known.index ?? index)) continue;
    if (isRefused(await call(operator, manager)) || !(await hasBegun())) continue;
    known.index = index;
    return true;
  }
  known.failures += 1;
  return false;
}

function isRefused({ outcome, status = 200 }: Answer): boolean {
  return outcome === "refusal" || status >= 400;
}
