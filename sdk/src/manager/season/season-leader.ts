/** Elects the one manager of a league that leads its season; another one takes over if it fails. */
import { protocol } from "@league-v2/contract";
import { onAbort } from "../../platform/abort.js";
import { type Clock, sleep } from "../../platform/clock.js";
import { describeError, type LogEntry } from "../../platform/log.js";
import type { LeagueState, Store } from "../store/store.js";

/** The name of the lease. */
const SEASON = "season";
const beatsPerLease = 5;

export interface SeasonLeaderSetting<End> {
  readonly store: Store;
  readonly clock: Clock;
  /** Aborted when the manager is closed. */
  readonly signal: AbortSignal;
  readonly log: (entry: LogEntry) => void;
  /** The name of this manager; no other one has it at the same time. */
  readonly owner: string;
  /** Called with the state of the league each time it is read. */
  readonly onState: (state: LeagueState) => Promise<void>;
  /** The end of a season that is over, all agents notified; null as long as it is not. */
  readonly over: () => Promise<End | null>;
  /** Continues the season from its current state; stops when the signal is aborted. */
  readonly runSeason: (signal: AbortSignal) => Promise<End>;
}

export class SeasonLeader<End> {
  readonly #setting: SeasonLeaderSetting<End>;
  /** A promise: a function that each wait assigned to a member kept the agent's memory until the next full garbage collection. */
  #request = Promise.withResolvers<void>();
  #isRequested = false;

  constructor(setting: SeasonLeaderSetting<End>) {
    this.#setting = setting;
  }

  /** Reads the state at once, for a league that has just started. */
  pollNow(): void {
    this.#isRequested = true;
    this.#request.resolve();
  }

  /**
   * Resolves when the season is over, led by any manager. Rejects when the manager is closed, and when the store, or
   * the season, has failed for longer than `storeRetryBudgetMs`.
   */
  async run(): Promise<End> {
    const { clock, signal, log } = this.#setting;
    const budget = new RetryBudget(clock, protocol.league.storeRetryBudgetMs);
    for (;;) {
      signal.throwIfAborted();
      this.#request = Promise.withResolvers<void>();
      this.#isRequested = false;
      const began = clock.now();
      try {
        const end = await this.#attempt();
        if (end !== null) return end;
      } catch (error) {
        if (signal.aborted || budget.isOver(began)) throw error;
        log({ level: "warn", message: `the season is tried again: ${describeError(error)}` });
      }
      if (!this.#isRequested) await this.#pause(this.#request.promise);
    }
  }

  /** Leads the season if there is one and no other manager does; null while it is not over. */
  async #attempt(): Promise<End | null> {
    const { store, onState, over } = this.#setting;
    const state = await store.state();
    await onState(state);
    if (state === "WAITING_FOR_REGISTRATIONS") return null;
    const end = state === "LEAGUE_COMPLETE" ? await over() : null;
    return end ?? this.#tryToLead();
  }

  /** Null when another manager leads, or has taken over. */
  async #tryToLead(): Promise<End | null> {
    const { clock, signal, runSeason, log } = this.#setting;
    const began = clock.now();
    if (!(await this.#hold(began))) return null;
    const season = new AbortController();
    const removeListener = onAbort(signal, () => season.abort(signal.reason));
    this.#keep(season, began);
    try {
      return await runSeason(season.signal);
    } catch (error) {
      if (signal.aborted || !season.signal.aborted) throw error;
      log({ level: "warn", message: describeError(season.signal.reason) });
      return null;
    } finally {
      removeListener();
      season.abort(new Error("the season is over"));
      await this.#release();
    }
  }

  /**
   * Renews the lease long before it expires. A season whose lease has expired or is lost is aborted.
   * @param began when the lease was requested: it counts from then on, also if the store answers late
   */
  #keep(season: AbortController, began: number): void {
    const { clock } = this.#setting;
    const { seasonLeaseMs: leaseMs } = protocol.league;
    const lose = () => season.abort(new Error("the lease of the season is lost"));
    const expireAfter = (requested: number) => clock.after(requested + leaseMs - clock.now(), lose);
    let expiry = expireAfter(began);
    let next = clock.after(leaseMs / beatsPerLease, () => void beat());
    const beat = async () => {
      const now = clock.now();
      next = clock.after(leaseMs / beatsPerLease, () => void beat());
      // A failing store may recover before the lease expires.
      const held = await this.#hold(now).catch(() => null);
      if (held === null || season.signal.aborted) return;
      expiry.cancel();
      if (held) expiry = expireAfter(now);
      else lose();
    };
    onAbort(season.signal, () => {
      expiry.cancel();
      next.cancel();
    });
  }

  #hold(now: number): Promise<boolean> {
    const { store, owner } = this.#setting;
    return store.lease(SEASON, owner, { now, until: now + protocol.league.seasonLeaseMs });
  }

  /** Releases the lease so that another manager need not wait until it expires; a failure of the store is only logged. */
  async #release(): Promise<void> {
    const { store, owner, log } = this.#setting;
    await store.release(SEASON, owner).catch((error: unknown) => {
      log({
        level: "warn",
        message: `the lease of the season stays until it runs out: ${describeError(error)}`,
      });
    });
  }

  async #pause(called: Promise<void>): Promise<void> {
    const { clock, signal } = this.#setting;
    const waiting = new AbortController();
    const removeListener = onAbort(signal, () => waiting.abort());
    void called.then(() => waiting.abort());
    await sleep(clock, protocol.league.seasonPollMs, waiting.signal).catch(() => {});
    removeListener();
  }
}

/** The maximum duration of repeated failures. */
class RetryBudget {
  readonly #clock: Clock;
  readonly #ms: number;
  #first = Number.NEGATIVE_INFINITY;
  #latest = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /**
   * Called for each failure.
   * @param began the start of the failed attempt: a long attempt resets the duration
   * @returns whether the failures have lasted for the maximum duration
   */
  isOver(began: number): boolean {
    const now = this.#clock.now();
    const isNew = this.#latest === Number.NEGATIVE_INFINITY || now - Math.max(began, this.#latest) > this.#ms;
    if (isNew) this.#first = now;
    this.#latest = now;
    return now - this.#first >= this.#ms;
  }
}
