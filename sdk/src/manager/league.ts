/** The course of one league: who is in it, when it starts, what has been played, how it ends (IS 2.2.4, contract 8). */
import { type EventOf, machines, protocol } from "@league-v2/contract";
import { describeError } from "../agent/describe-error.js";
import { LeagueFault } from "../agent/fault.js";
import { machineOf } from "../agent/machine.js";
import type { Clock } from "../doors/clock.js";
import type { LogEntry } from "../doors/log.js";
import type { Announcer } from "./announcer.js";
import type { Attention } from "./attention.js";
import { Dispatcher } from "./dispatcher.js";
import type { LeagueEnd, LeagueEvent } from "./events.js";
import { type Pairing, type Round, roundRobin } from "./schedule.js";
import { playSeason } from "./season.js";
import type { Member, RecordedResult, Store } from "./store.js";

export interface LeagueSetting {
  readonly league_id: string;
  readonly store: Store;
  readonly announcer: Announcer;
  readonly attention: Attention;
  readonly clock: Clock;
  /** Aborted when the manager is closed. */
  readonly signal: AbortSignal;
  readonly log: (entry: LogEntry) => void;
  /** What it throws is logged and changes nothing. */
  readonly onEvent: (event: LeagueEvent) => void;
}

export class League {
  /** Rejects if the manager is closed before the end, or its store fails. */
  readonly ended: Promise<LeagueEnd>;
  readonly #setting: LeagueSetting;
  readonly #machine = machineOf(machines.league);
  readonly #dispatcher: Dispatcher;
  readonly #pairings = new Map<string, Pairing>();
  #rounds: readonly Round[] = [];
  #completedRound: number | null = null;
  #played = 0;
  #starting: Promise<void> | undefined;
  #closed = false;
  #end: (end: Promise<LeagueEnd>) => void = () => {};

  constructor(setting: LeagueSetting) {
    const { announcer, signal } = setting;
    this.#setting = setting;
    this.ended = new Promise((resolve, reject) => {
      this.#end = resolve;
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    this.ended.catch(() => {});
    this.#dispatcher = new Dispatcher({
      ...setting,
      runMatch: (match, referee) => {
        this.#tell({ type: "match_started", match, referee_id: referee.id });
        return announcer.runMatch(match, referee);
      },
      onUnplayed: (result) => this.count(result),
    });
  }

  get state() {
    return this.#machine.state;
  }

  /** Whether agents may register. */
  get isOpen(): boolean {
    return !this.#closed;
  }

  /** The round after which the standings stand as they do; null before the first is complete. */
  get completedRound(): number | null {
    return this.#completedRound;
  }

  match(match_id: string): Pairing | undefined {
    return this.#pairings.get(match_id);
  }

  joined(member: Member): void {
    this.#tell({ type: "member_registered", member });
  }

  /** A result that the store has taken. */
  count(result: RecordedResult): void {
    this.#played += 1;
    this.#tell({ type: "result_recorded", result });
    this.#dispatcher.settled(result.match_id);
  }

  /**
   * Begins with those who have registered; called again, it changes nothing.
   * @throws LeagueFault E008 with fewer agents than a league needs (INSUFFICIENT_PLAYERS, NO_REFEREES)
   */
  start(): Promise<void> {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#starting = undefined;
      this.#closed = false;
      throw error;
    });
    return this.#starting;
  }

  /** What LEAGUE_STATUS says of the course. */
  status() {
    const round = this.#rounds.find(({ round_id }) => round_id > (this.#completedRound ?? 0));
    return {
      state: this.state,
      current_round: round?.round_id ?? null,
      total_rounds: this.#rounds.length,
      matches_played: this.#played,
      total_matches: this.#pairings.size,
    };
  }

  async #start(): Promise<void> {
    const { store } = this.#setting;
    const [candidates, candidateReferees] = await this.#members();
    mustSuffice(candidates.length, candidateReferees.length);
    // From here on nobody is let in, so that everybody who was is in the schedule.
    this.#closed = true;
    const [players, referees] = await this.#members();
    const idsOf = (members: readonly Member[]) => members.map((member) => member.id);
    this.#rounds = roundRobin(idsOf(players), idsOf(referees));
    for (const match of this.#rounds.flatMap((round) => round.matches))
      this.#pairings.set(match.match_id, match);
    await store.saveSchedule(this.#rounds);
    await store.moveTo("RUNNING_LEAGUE");
    this.#tell({ type: "league_started", rounds: this.#rounds, members: [...players, ...referees] });
    const season = this.#play();
    // If the manager was closed meanwhile, `ended` has been rejected already and does not listen.
    season.catch(() => {});
    this.#end(season);
  }

  async #play(): Promise<LeagueEnd> {
    const { signal, log } = this.#setting;
    const dispatcher = this.#dispatcher;
    try {
      return await playSeason({ ...this.#setting, dispatcher, onEvent: (event) => this.#tell(event) });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      log({ level: "error", message: `the league stopped: ${describeError(error)}` });
      throw error;
    }
  }

  async #members(): Promise<[readonly Member[], readonly Member[]]> {
    const { store } = this.#setting;
    return [await store.members("player"), await store.members("referee")];
  }

  /** Takes the step that the event is in the table of states, then hands the event on. */
  #tell(event: LeagueEvent): void {
    const step = steps[event.type];
    if (step !== null) this.#machine.fire(step);
    if (event.type === "round_completed") {
      this.#completedRound = event.round.round_id;
      if (event.round === this.#rounds.at(-1)) this.#machine.fire("last_round_completed");
    }
    try {
      this.#setting.onEvent(event);
    } catch (error) {
      this.#setting.log({
        level: "error",
        message: `onEvent of ${event.type} threw: ${describeError(error)}`,
      });
    }
  }
}

const steps: Readonly<Record<LeagueEvent["type"], EventOf<"league"> | null>> = {
  // No step: with a slow store, the news of the last member may come after the start.
  member_registered: null,
  league_started: "schedule_created",
  round_announced: "round_announced",
  match_started: null,
  result_recorded: "result_reported",
  round_completed: "round_completed",
  league_completed: "completion_announced",
};

function mustSuffice(players: number, referees: number): void {
  const { minimumPlayers, minimumReferees } = protocol.league;
  if (players < minimumPlayers) {
    throw new LeagueFault(
      "E008",
      `INSUFFICIENT_PLAYERS: a league needs ${minimumPlayers} players, ${players} registered`,
    );
  }
  if (referees < minimumReferees) {
    throw new LeagueFault("E008", "NO_REFEREES: a league needs a referee, none has registered");
  }
}
