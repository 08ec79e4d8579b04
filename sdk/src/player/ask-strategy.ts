/** Asks the author's strategy for a choice, with all that the player knows, in the time there is. */
import { protocolStrategyMarginMs } from "@league-v2/contract";
import type { Registration } from "../agent/agent.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Random } from "../platform/random.js";
import { type Guarded, guarded } from "./guarded-strategy.js";
import type { OpenMatch } from "./match-store.js";
import type { PlayerMemory } from "./memory.js";
import type { Strategy } from "./strategy.js";

export interface StrategySetting {
  readonly choose: Strategy;
  /** False lets the strategy run past the deadline. */
  readonly guard: boolean;
  readonly memory: PlayerMemory;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export interface ChoiceDue {
  readonly match: OpenMatch;
  readonly opponent_id: string;
  readonly me: Registration;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
}

export async function askStrategy(setting: StrategySetting, due: ChoiceDue): Promise<Guarded> {
  const { choose, guard, memory, clock, random, log } = setting;
  const { match, opponent_id: id, me, deadline } = due;
  const { match_id, round_id } = match;
  const budget = guard ? deadline - clock.now() - protocolStrategyMarginMs : Number.POSITIVE_INFINITY;
  const known = memory.seenFrom(me.id, { league_id: match.league_id ?? me.league_id, id });
  const made = await guarded(
    (limit) =>
      choose({
        ...known,
        match_id,
        round_id,
        deadline,
        random,
        get signal() {
          return limit().signal;
        },
      }),
    clock,
    budget,
    match.end,
  );
  const { fallbackBecause } = made;
  if (fallbackBecause !== null)
    log({ level: "warn", message: `fallback choice: ${fallbackBecause}`, match_id });
  return made;
}
