/** Brings matches to referees and sees to it that each one ends, whatever becomes of its referee (contract 6). */
import { protocol } from "@league-v2/contract";
import { Slots } from "../agent/slots.js";
import { AbortedError, LeagueError } from "../client/errors.js";
import { type Clock, sleep, type Timer } from "../doors/clock.js";
import type { LogEntry } from "../doors/log.js";
import type { Attention } from "./attention.js";
import { isSilence } from "./broadcast.js";
import { longestMatchMs } from "./lease.js";
import { unplayed } from "./report.js";
import type { Pairing } from "./schedule.js";
import type { Member, RecordedResult, Store } from "./store.js";

export interface DispatchSetting {
  readonly store: Store;
  readonly attention: Attention;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (entry: LogEntry) => void;
  /** Sends run_match and resolves with its acknowledgement. */
  readonly runMatch: (match: Pairing, referee: Member) => Promise<unknown>;
  /** Told of a result that no referee reported and that counts all the same. */
  readonly onUnplayed: (result: RecordedResult) => void;
}

/** What came of giving a match to a referee; one that was silent is not asked again for the same match. */
type Try = "played" | "silent" | "failed";

export class Dispatcher {
  readonly #setting: DispatchSetting;
  readonly #slots = new Map<string, Slots>();
  readonly #waiting = new Map<string, () => void>();

  constructor(setting: DispatchSetting) {
    this.#setting = setting;
  }

  /** Resolves when every match has a recorded result. Rejects when the manager is closed. */
  async play(matches: readonly Pairing[]): Promise<void> {
    const referees = await this.#setting.store.members("referee");
    await Promise.all(matches.map((match) => this.#play(match, referees)));
  }

  /** A result has been recorded: whoever waits for it goes on. */
  settled(match_id: string): void {
    this.#waiting.get(match_id)?.();
  }

  async #play(match: Pairing, referees: readonly Member[]): Promise<void> {
    const { store, clock, signal, attention } = this.#setting;
    const tries = new Map<string, Try>();
    let count = 0;
    while (!(await store.result(match.match_id))) {
      signal.throwIfAborted();
      const referee = this.#choose(match, referees, tries);
      if (referee === undefined || count === protocol.league.refereesPerMatch) return this.#giveUp(match);
      if (tries.has(referee.id)) await sleep(clock, protocol.retries.pauseMs, signal);
      const wasSuspended = attention.isSuspended(referee.id);
      const free = await this.#slotsOf(referee).take();
      try {
        // While it waited for a place, the referee may have died, or an earlier one may have reported after all.
        const died = attention.isSuspended(referee.id) && !wasSuspended;
        if (died || (await store.result(match.match_id))) continue;
        count += 1;
        tries.set(referee.id, await this.#playWith(match, referee));
      } finally {
        free();
      }
    }
  }

  async #playWith(match: Pairing, referee: Member): Promise<Try> {
    const { store, attention, runMatch } = this.#setting;
    const { match_id } = match;
    await store.assign(match_id, referee.id);
    const result = this.#resultOf(match);
    try {
      await runMatch(match, referee);
      attention.answered(referee.id);
      for (const id of [referee.id, match.player_A_id, match.player_B_id]) attention.matched(id);
      if (await result.arrives()) return "played";
      this.#setting.signal.throwIfAborted();
      this.#warn(`${referee.id} took the match and never reported it`, match_id);
      this.#lost(referee);
      return "failed";
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      this.#warn(`${referee.id} does not play: ${error.message}`, match_id);
      if (!isSilence(error)) return "failed";
      this.#lost(referee);
      return "silent";
    } finally {
      result.forget();
    }
  }

  /** A referee that let a whole match down is not trusted with the next one until it answers again. */
  #lost(referee: Member): void {
    for (let miss = 0; miss < protocol.league.suspensionAfterMisses; miss++) {
      this.#setting.attention.missed(referee.id);
    }
  }

  #resultOf(match: Pairing) {
    const { clock, signal, store } = this.#setting;
    let settle: (arrived: boolean) => void = () => {};
    const settled = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    this.#waiting.set(match.match_id, () => settle(true));
    const onAbort = () => settle(false);
    signal.addEventListener("abort", onAbort);
    let lease: Timer | undefined;
    return {
      /** False when the lease, which begins with this call, has run out first. */
      arrives: async () => {
        lease = clock.after(longestMatchMs(), () => settle(false));
        return (await store.result(match.match_id)) !== null || settled;
      },
      forget: () => {
        lease?.cancel();
        signal.removeEventListener("abort", onAbort);
        this.#waiting.delete(match.match_id);
      },
    };
  }

  /** The announced referee if it is alive, else the least busy other one; at last one that failed with this match already. */
  #choose(match: Pairing, referees: readonly Member[], tries: ReadonlyMap<string, Try>): Member | undefined {
    const untried = referees.filter((referee) => !tries.has(referee.id));
    const alive = untried.filter((referee) => !this.#setting.attention.isSuspended(referee.id));
    const announced = alive.find((referee) => referee.id === match.referee_id);
    if (announced) return announced;
    const [leastBusy] = alive.sort((a, b) => this.#slotsOf(a).load - this.#slotsOf(b).load);
    return leastBusy ?? untried[0] ?? referees.find((referee) => tries.get(referee.id) === "failed");
  }

  async #giveUp(match: Pairing): Promise<void> {
    const { store, onUnplayed, log } = this.#setting;
    const result = unplayed(match);
    if ((await store.record(result)) !== "recorded") return;
    const message = "no referee could play this match; it counts for nobody";
    log({ level: "error", message, match_id: match.match_id });
    onUnplayed(result);
  }

  #warn(message: string, match_id: string): void {
    this.#setting.log({ level: "warn", message, match_id });
  }

  #slotsOf(referee: Member): Slots {
    const known = this.#slots.get(referee.id);
    if (known) return known;
    const slots = new Slots(Math.max(1, referee.max_concurrent_matches));
    this.#slots.set(referee.id, slots);
    return slots;
  }
}
