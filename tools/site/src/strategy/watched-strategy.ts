/** Reports the errors of the typed strategy, because the player replaces each failed choice by a fallback. */
import type { PlayerStrategy } from "@league-v2/agents";
import { faultOf, type StrategyFault } from "./fault.js";

/** A fault of one choice. */
export interface ChoiceFault extends StrategyFault {
  readonly match_id: string;
}

/** @param onFault called for each choice that the player replaces by its fallback, before it does so */
export function watched(
  { choose, guard }: PlayerStrategy,
  lines: number,
  onFault: (fault: ChoiceFault) => void,
): PlayerStrategy {
  return {
    guard,
    async choose(context) {
      const { match_id } = context;
      try {
        const made = await choose(context);
        const { choice = made } = Object(made) as { readonly choice?: unknown };
        if (choice === "even" || choice === "odd") return made;
        const shown = JSON.stringify(made) ?? String(made);
        onFault({ match_id, message: `Returned ${shown}, not "even" or "odd"`, line: null });
        return made;
      } catch (error) {
        // A strategy that stops when its signal is aborted is late, not broken.
        if (!context.signal.aborted) onFault({ match_id, ...faultOf(error, lines) });
        throw error;
      }
    },
  };
}
