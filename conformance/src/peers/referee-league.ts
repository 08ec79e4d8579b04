/** The league around a referee under test: a manager that assigns matches, and scripted players. */
import { isObject, type JsonObject } from "../json.js";
import { pause, within } from "../time/pause.js";
import { quickMatch } from "../time/protocol-deadlines.js";
import { NotExercised } from "../verdict.js";
import type { PlayerScript, Step } from "./actors/behaviour.js";
import { standing, type WinsAndLosses } from "./actors/result.js";
import type { ScriptedManager } from "./actors/scripted-manager.js";
import type { Answer } from "./exchange/answer.js";
import { type MessageOverrides, PeerClient } from "./exchange/peer-client.js";
import type { PeerContext } from "./exchange/peer-context.js";
import type { HeldPair } from "./exchange/player-places.js";
import type { MatchObservation, SeenMatch } from "./observation.js";
import {
  type Assignee,
  type MatchIds,
  type MatchSetting,
  PreparedMatch,
  type Trigger,
} from "./prepared-match.js";

export type { Assignee } from "./prepared-match.js";

export interface MatchPlan {
  a?: PlayerScript;
  b?: PlayerScript;
  ids?: { matchId?: string; roundId?: number; playerA?: string; playerB?: string };
  /** The standings of the two players in the manager's answer to the referee. */
  standings?: { a?: WinsAndLosses; b?: WinsAndLosses };
  /** The manager's reactions to the reports of this match, in order; the last one repeats. Default: records them. */
  reports?: readonly Step[];
  /** How long to wait for the report; default the limit for a match whose players answer at once. */
  timeoutMs?: number;
  /** How long to wait for the first invitation; default as long as for the rest. */
  beginsWithinMs?: number;
  /** How long to listen after the report; default a short time. */
  settleMs?: number;
}

const MOMENT_MS = 50;
/** Longer than the players of a finished match keep their ports. */
const PLACES_MS = quickMatch();
/** The assumed capacity of a referee that announces none (IS 3.4). */
const LEAST_CAPACITY = 1;

interface RefereeLeagueOptions {
  /** The ids of the next round and the next player. */
  counters: { round: number; player: number };
  /** Every match of the run; its own are added. */
  matches: SeenMatch[];
  /** How many matches it may assign at the same time; default as many as the referee has announced. */
  places?: number;
}

export class RefereeLeague {
  /** Takes registrations, reports and queries; its `policy` and `reactions` may be changed by a check. */
  readonly manager: ScriptedManager;
  /** Sends as the league manager. */
  readonly client: PeerClient;
  private readonly peerContext: PeerContext;
  private readonly referee: Assignee;
  private readonly options: RefereeLeagueOptions;
  private readonly trigger: Trigger = { known: undefined };
  private readonly matchIds = new Set<string>();
  private readonly prepared: PreparedMatch[] = [];
  private standIns: PreparedMatch | undefined;

  constructor(
    peerContext: PeerContext,
    manager: ScriptedManager,
    referee: Assignee,
    options: RefereeLeagueOptions,
  ) {
    this.peerContext = peerContext;
    this.manager = manager;
    this.referee = referee;
    this.options = options;
    this.client = new PeerClient(peerContext, { sender: "league_manager" });
  }

  get id(): string {
    return this.manager.leagueId;
  }

  /** The capacity in the referee's registration; undefined if it has none. */
  get announcedCapacity(): number | undefined {
    return this.manager.memberAt(this.referee.url, this.referee.name)?.maxConcurrentMatches;
  }

  /** How many matches it is assigned at the same time. */
  get capacity(): number {
    const announced = Math.max(LEAST_CAPACITY, Math.floor(this.announcedCapacity ?? LEAST_CAPACITY));
    return Math.min(this.options.places ?? announced, this.peerContext.playerPlaces?.matches ?? announced);
  }

  /** The message on which the referee starts its matches; undefined until it has started one. */
  get startsOn(): Trigger["known"] {
    return this.trigger.known;
  }

  impostor(sender: string, token?: string): PeerClient {
    return new PeerClient(this.peerContext, { name: `impostor:${sender}`, sender, token });
  }

  /** Registers the players of a match that is not assigned yet. It is closed with the check, or by the caller before. */
  async prepareMatch(plan: MatchPlan = {}): Promise<PreparedMatch> {
    const held = await this.placesFor(plan);
    const ids = { ...this.newIds(plan), ...namesOf(held) };
    this.tellStandings(plan, ids);
    this.manager.attach(ids.matchId, this.peerContext);
    this.manager.script.set(`MATCH_RESULT_REPORT ${ids.matchId}`, plan.reports);
    const { peerContext, manager, referee } = this;
    const scripts = { a: plan.a ?? {}, b: plan.b ?? {} };
    const match = new PreparedMatch({ ...this.setting, pair: held }, ids, scripts);
    this.prepared.push(match);
    this.options.matches.push({
      check: match.check,
      unusual: peerContext.recorder.unusual,
      transcript: peerContext.recorder.transcript,
      referee: referee.identity,
      restarted_ms: () => manager.restarted_ms,
      observe: () => match.observe(),
    });
    return match.registerPlayers();
  }

  /** Assigns a match, waits for its end, and returns its observation. */
  async runMatch(plan: MatchPlan = {}): Promise<MatchObservation> {
    const { observed } = await this.playMatch(plan);
    return observed;
  }

  /** Assigns a match and waits for its end. The suite listens for `settleMs` more, while the referee may play the next one. */
  async playMatch(plan: MatchPlan = {}): Promise<{ observed: Promise<MatchObservation> }> {
    const match = await this.prepareMatch(plan);
    const { clock } = this.peerContext.environment;
    try {
      const timeoutMs = (plan.timeoutMs ?? quickMatch()) + this.peerContext.margin_ms();
      const assigned = match.assign(timeoutMs);
      await match.ended(timeoutMs, 0, plan.beginsWithinMs);
      const listens = async () => {
        await pause(clock, (plan.settleMs ?? MOMENT_MS) + this.peerContext.margin_ms());
        await within(clock, MOMENT_MS, assigned, () => undefined);
        const seen = match.observe();
        match.close();
        return seen;
      };
      return { observed: listens() };
    } catch (error) {
      match.close();
      throw error;
    }
  }

  /**
   * From now on a plain request to the referee, which supports only RUN_MATCH, is one for a new match of two players that
   * answer at once in any match, and whose ids no player of another match has.
   */
  async openStandIns(): Promise<void> {
    const ids = { matchId: "", roundId: 0, leagueId: this.id, playerA: "P90", playerB: "P91" };
    this.standIns = await new PreparedMatch(this.setting, ids, { a: {}, b: {} }).registerPlayers();
  }

  /** RUN_MATCH for a match of the stand-ins; undefined where they are not needed. */
  plainOrder(): JsonObject | undefined {
    if (this.standIns === undefined) return undefined;
    this.options.counters.round += 1;
    const { round } = this.options.counters;
    return { ...this.standIns.orderFields, round_id: round, match_id: `R${round}M1` };
  }

  /** Ends the use of all matches of this check. */
  leaveMatches(): void {
    const { check } = this.peerContext.recorder;
    for (const match of this.prepared) if (match.check === check) match.close();
  }

  /** Closes all peers. */
  async close(): Promise<void> {
    await Promise.all([...this.prepared.map((match) => match.dissolve()), this.standIns?.dissolve()]);
  }

  /** ROUND_ANNOUNCEMENT to the referee. */
  announceRound(
    matches: readonly JsonObject[],
    roundId: number,
    overrides: MessageOverrides = {},
  ): Promise<Answer> {
    return this.client.say(
      this.referee,
      "ROUND_ANNOUNCEMENT",
      { league_id: this.id, round_id: roundId, matches: [...matches] },
      overrides,
    );
  }

  /** Sends any message to the referee as the league manager. */
  say(type: string, fields: JsonObject): Promise<Answer> {
    return this.client.say(this.referee, type, fields);
  }

  /** Whether an announcement to this address is answered, or fails in the same way as at the referee's known address. */
  async servesAt(url: string): Promise<boolean> {
    const fields = { league_id: this.id, round_id: 1, matches: [] };
    const { name, identity, variables, url: own } = this.referee;
    const [here, there] = await Promise.all(
      [own, url].map((url) =>
        this.client.say({ name, identity, variables, url }, "ROUND_ANNOUNCEMENT", fields),
      ),
    );
    const formOf = (one?: Answer) => (one?.outcome === "refusal" ? one.refusal.form : one?.outcome);
    return !["http", "failure"].includes(String(formOf(there))) || formOf(here) === formOf(there);
  }

  shutdown(overrides: MessageOverrides = {}, as: PeerClient = this.client): Promise<Answer> {
    return as.say(
      this.referee,
      "SHUTDOWN_COMMAND",
      { reason: "The suite is done with this instance." },
      overrides,
    );
  }

  private get setting(): MatchSetting {
    const { peerContext, manager, referee, client, trigger } = this;
    const isOurs = (matchId: string) => this.matchIds.has(matchId);
    return { peerContext, manager, referee, client, trigger, isOurs };
  }

  /** The addresses of two configured players. @throws NotExercised when none become free */
  private async placesFor({ ids: { playerA, playerB } = {} }: MatchPlan): Promise<HeldPair | undefined> {
    const { playerPlaces, environment, recorder } = this.peerContext;
    if (playerPlaces === undefined) return undefined;
    // Checks run one after the other: earlier ones no longer need their players.
    await Promise.all(
      this.prepared.filter(({ check }) => check !== recorder.check).map((match) => match.dissolve()),
    );
    const wanted = playerA === undefined || playerB === undefined ? undefined : ([playerA, playerB] as const);
    const held = await playerPlaces.take(environment.clock, PLACES_MS, wanted);
    if (held === undefined)
      throw new NotExercised("the referee has too few configured players for this many matches at once");
    return held;
  }

  private newIds({ ids = {} }: MatchPlan): MatchIds {
    this.options.counters.round += 1;
    const roundId = ids.roundId ?? this.options.counters.round;
    const matchId = ids.matchId ?? `R${roundId}M1`;
    this.matchIds.add(matchId);
    return {
      matchId,
      roundId,
      leagueId: this.id,
      playerA: ids.playerA ?? this.newPlayer(),
      playerB: ids.playerB ?? this.newPlayer(),
    };
  }

  private newPlayer(): string {
    this.options.counters.player += 1;
    return `P${String(this.options.counters.player).padStart(2, "0")}`;
  }

  private tellStandings({ standings }: MatchPlan, { playerA, playerB }: MatchIds): void {
    const others = this.manager.standings.filter(
      (one) => isObject(one) && one.player_id !== playerA && one.player_id !== playerB,
    );
    const all = [...others, standing(1, playerA, standings?.a), standing(1, playerB, standings?.b)];
    this.manager.standings = all
      .toSorted((x, y) => Number(y.points) - Number(x.points))
      .map((one, index) => ({ ...one, rank: index + 1 }));
  }
}

function namesOf(held: HeldPair | undefined): Pick<MatchIds, "playerA" | "playerB"> | undefined {
  return held && { playerA: held.pair[0].id, playerB: held.pair[1].id };
}
