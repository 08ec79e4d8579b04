/** The course of one league in this manager: start, season, end (IS 2.2.4, contract 8). */

import type { Trace } from "../agent/core/trace.js";
import type { AgentCore } from "../agent/serving/agent-runtime.js";
import { abortable } from "../platform/abort.js";
import { describeError } from "../platform/log.js";
import { Dispatcher } from "./dispatch/dispatcher.js";
import type { LivenessTracker } from "./dispatch/liveness-tracker.js";
import type { MatchQueue } from "./dispatch/match-queue.js";
import { progress } from "./queries.js";
import { ResultService } from "./results/result-service.js";
import { ResultWaiters } from "./results/result-waiters.js";
import type { LeagueEnd, LeagueEvent } from "./season/events.js";
import type { Notifier } from "./season/notifier.js";
import { endOf, isOver, playSeason } from "./season/season.js";
import { SeasonLeader } from "./season/season-leader.js";
import { draw, isComplete, type Numbers } from "./season/start.js";
import { Calendar, type Roster } from "./store/league-cache.js";
import type { LeagueState, Member, Store } from "./store/store.js";

export interface LeagueSetting {
  readonly league_id: string;
  readonly runtime: AgentCore;
  readonly store: Store;
  readonly roster: Roster;
  readonly notifier: Notifier;
  readonly liveness: LivenessTracker;
  readonly queue: MatchQueue;
  readonly numbers: Numbers;
  readonly gameTypes: readonly string[];
  /** The name of this manager among those of the league. */
  readonly owner: string;
  /** Its errors are logged and change nothing. */
  readonly onEvent: (event: LeagueEvent) => void;
}

export class League {
  /** Rejects if the manager is closed before the end, or its store fails. */
  readonly ended: Promise<LeagueEnd>;
  readonly calendar: Calendar;
  /** Records the results. */
  readonly resultService: ResultService;
  readonly #setting: LeagueSetting;
  readonly #leader: SeasonLeader<LeagueEnd>;
  readonly #running: Promise<LeagueEnd>;
  readonly #endServing: () => Promise<void>;
  #state: LeagueState = "WAITING_FOR_REGISTRATIONS";
  #starting: Promise<void> | undefined;
  #introduced: Promise<void> | undefined;

  constructor(setting: LeagueSetting) {
    const { store, roster, notifier, liveness, runtime, queue, owner, league_id } = setting;
    const { signal, agentContext } = runtime;
    const services = { store, clock: agentContext.clock, log: runtime.log.bind(runtime) };
    const calendar = new Calendar(store);
    const resultWaiters = new ResultWaiters(store, agentContext.clock, signal);
    const onEvent = this.#emit.bind(this);
    this.#setting = setting;
    this.calendar = calendar;
    this.resultService = new ResultService({
      store,
      introduced: () => this.#introduce(),
      onRecorded: (result) => onEvent({ type: "result_recorded", result }),
    });
    const dispatcher = new Dispatcher({
      ...services,
      signal,
      roster,
      resultWaiters,
      liveness,
      runMatch: (match, referee, asking) => {
        onEvent({ type: "match_started", match, referee_id: referee.id });
        return notifier.runMatch(match, referee, asking);
      },
      record: (result) => this.resultService.record(result),
    });
    this.#endServing = queue.serve(async (match_id) => {
      const match = await calendar.match(match_id);
      if (match !== undefined) await dispatcher.play(match);
    });
    const season = {
      ...services,
      league_id,
      calendar,
      notifier,
      queue,
      resultWaiters,
      onEvent,
      resultService: this.resultService,
    };
    this.#leader = new SeasonLeader<LeagueEnd>({
      ...services,
      signal,
      owner,
      onState: (state) => this.#onState(state),
      over: async () => ((await isOver(store)) ? endOf(season) : null),
      runSeason: (lasting) => playSeason(season, lasting),
    });
    this.#running = this.#live();
    this.ended = abortable(this.#running, signal);
    this.ended.catch(() => {});
  }

  /** The state at the latest read. */
  get state(): LeagueState {
    return this.#state;
  }

  /** The progress of the league for LEAGUE_STATUS. */
  status() {
    return progress(this.#setting.store, this.calendar);
  }

  /** A new member; the league starts if all expected members have registered. */
  joined(member: Member, members: readonly Member[]): void {
    this.#emit({ type: "member_registered", member });
    this.#startIfComplete(members);
  }

  /**
   * Starts with the registered members; without effect after the start.
   * @param trace the trace that the league belongs to
   * @throws LeagueRpcError E008 with fewer agents than a league needs (INSUFFICIENT_PLAYERS, NO_REFEREES)
   */
  start(trace?: Trace): Promise<void> {
    this.#starting ??= this.#start(trace).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** For a closed manager: resolves when all its work for the league has ended. */
  async stopped(): Promise<void> {
    await this.#endServing();
    await this.#running.catch(() => {});
  }

  async #live(): Promise<LeagueEnd> {
    const { runtime, store, roster } = this.#setting;
    try {
      // The last member may have registered just before a crash.
      if ((await store.state()) === "WAITING_FOR_REGISTRATIONS") {
        this.#startIfComplete((await roster.all()).flat());
      }
      return await this.#leader.run();
    } catch (error) {
      if (runtime.signal.aborted) throw runtime.signal.reason;
      runtime.log({ level: "error", message: `the league stopped: ${describeError(error)}` });
      throw error;
    }
  }

  #startIfComplete(members: readonly Member[]): void {
    const { numbers, runtime } = this.#setting;
    if (!isComplete(members, numbers)) return;
    // The last member must receive its answer before the first announcement: the start waits one turn.
    runtime.agentContext.clock.after(0, () => runtime.background("the league could not start", this.start()));
  }

  async #start(trace: Trace | undefined): Promise<void> {
    const { store, roster, notifier } = this.#setting;
    const begun = await store.begin((members) => draw(members, this.#setting.gameTypes));
    if ("refusal" in begun) throw begun.refusal;
    if (begun.begun) {
      if (trace !== undefined) notifier.follow(trace);
      this.#introduced ??= Promise.resolve();
      const members = (await roster.all()).flat();
      this.#emit({ type: "league_started", rounds: begun.rounds, members });
    }
    if (this.#state === "WAITING_FOR_REGISTRATIONS") this.#state = "RUNNING_LEAGUE";
    this.#leader.pollNow();
  }

  async #onState(state: LeagueState): Promise<void> {
    this.#state = state;
    if (state !== "WAITING_FOR_REGISTRATIONS") await this.#introduce();
  }

  /** Emits the state of a league once, if this manager did not start it. */
  async #introduce(): Promise<void> {
    await this.#starting?.catch(() => {});
    this.#introduced ??= this.#resume().catch((error: unknown) => {
      this.#introduced = undefined;
      throw error;
    });
    await this.#introduced;
  }

  async #resume(): Promise<void> {
    const { store, roster } = this.#setting;
    const members = (await roster.all()).flat();
    const completed_round = await store.completedRound();
    this.#emit({ type: "league_resumed", rounds: await this.calendar.rounds(), members, completed_round });
  }

  #emit(event: LeagueEvent): void {
    const { onEvent, runtime } = this.#setting;
    if (event.type === "league_completed") this.#state = "LEAGUE_COMPLETE";
    try {
      onEvent(event);
    } catch (error) {
      runtime.log({ level: "error", message: `onEvent of ${event.type} threw: ${describeError(error)}` });
    }
  }
}
