/** Assigns a match to a referee and makes sure that it ends, even if the referee fails (contract 6). */
import { protocol } from "@league-v2/contract";
import { longestMatchLeaseMs, longestMatchMs } from "../../domain/match-durations.js";
import { sleep } from "../../platform/clock.js";
import { serves } from "../registration/registry.js";
import { unplayed } from "../results/report.js";
import type { Watch } from "../results/result-waiters.js";
import type { Pairing } from "../store/schedule.js";
import type { LeaseOutcome, Member } from "../store/store.js";
import { type DispatchSetting, playWith } from "./play-with.js";
import { choose, placesOf, RefereeSlots, type Tries, type Try } from "./referee-choice.js";

export class Dispatcher {
  readonly #setting: DispatchSetting;
  readonly #slots = new RefereeSlots();

  constructor(setting: DispatchSetting) {
    this.#setting = setting;
  }

  /**
   * Resolves when the match has a result. Any number of managers may play the same match: its lease lets one referee have
   * it at a time, and a referee with two orders plays it once. Rejects when the manager is closed or the store fails.
   */
  async play(match: Pairing): Promise<void> {
    const { clock, signal, liveness, roster } = this.#setting;
    const referees = (await roster.members("referee")).filter((one) => serves(one, match.game_type));
    const tries: Tries = new Map();
    let count = 0;
    for (;;) {
      signal.throwIfAborted();
      const referee = choose(match, referees, tries, liveness, this.#slots);
      if (referee === undefined || count === protocol.league.refereesPerMatch) return this.#giveUp(match);
      if (tries.has(referee.id)) await sleep(clock, protocol.retries.pauseMs, signal);
      const wasSuspended = liveness.isSuspended(referee.id);
      const watch = this.#setting.resultWaiters.watch(match.match_id);
      const free = await this.#slots.of(referee).take();
      try {
        // The referee may have become unreachable during the wait for a place.
        if (liveness.isSuspended(referee.id) && !wasSuspended) continue;
        const lease = await this.#leaseMatch(match, referee);
        if (lease.kind === "settled") return;
        count += 1;
        if (lease.kind === "leased") {
          const outcome = await playWith(referee, match, watch, longestMatchMs(), this.#setting);
          if (outcome === "played") return;
          tries.set(referee.id, outcome);
          continue;
        }
        // It is already leased, by another manager or before a crash: that referee continues with it.
        free();
        const outcome = await this.#resume(match, lease, watch);
        if (outcome === "played") return;
        tries.set(lease.referee_id, outcome);
      } finally {
        free();
        watch.stop();
      }
    }
  }

  /** Waits until the referee has fewer leased matches than it can play. */
  async #leaseMatch(match: Pairing, referee: Member): Promise<Exclude<LeaseOutcome, { kind: "full" }>> {
    const { store, resultWaiters, clock, signal } = this.#setting;
    for (;;) {
      signal.throwIfAborted();
      const now = clock.now();
      const terms = { capacity: placesOf(referee), now, until: now + longestMatchLeaseMs() };
      const lease = await store.leaseMatch(match.match_id, referee.id, terms);
      if (lease.kind !== "full") return lease;
      await resultWaiters.next(Math.min(lease.until - now, protocol.league.seasonPollMs));
      // Each result may free a place; the pause limits the calls of the store when many results arrive.
      const pauseMs = now + protocol.league.leasePauseMs - clock.now();
      if (pauseMs > 0) await sleep(clock, pauseMs, signal);
    }
  }

  async #resume(match: Pairing, lease: LeaseOutcome & { kind: "taken" }, watch: Watch): Promise<Try> {
    const { roster, clock } = this.#setting;
    const holder = await roster.member(lease.referee_id);
    if (holder === null)
      throw new Error(`${match.match_id} is leased to an unknown referee: ${lease.referee_id}`);
    return playWith(holder, match, watch, lease.until - clock.now(), this.#setting);
  }

  async #giveUp(match: Pairing): Promise<void> {
    const { record, log } = this.#setting;
    const message = "no referee could play this match; it counts for neither player";
    if ((await record(unplayed(match))) === "recorded")
      log({ level: "error", message, match_id: match.match_id });
  }
}
