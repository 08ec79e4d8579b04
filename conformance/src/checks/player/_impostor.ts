/** Twin controls in which the wrong one speaks first. */
import type { PlayerBench } from "../../bench/player-bench.js";
import type { Answer } from "../../peers/answer.js";
import type { Match } from "../../peers/match.js";
import { inMatch, plays } from "./_steps.js";

export interface Impostor {
  /** In which one thing the two differ, for the diagnosis: "auth_token". */
  differ: string;
  wrong: () => Promise<Answer>;
  right: () => Promise<Answer>;
  /** Right reasons for the refusal. */
  because: readonly string[];
}

/** That, in a match of the player, the wrong one is refused, where the right one is accepted after it. */
export async function impostorFirst(bench: PlayerBench, twins: (match: Match) => Impostor): Promise<void> {
  await plays(bench);
  await inMatch(bench, async (match) => {
    const { differ, wrong, right, because } = twins(match);
    const first = await wrong();
    const second = await right();
    if (first.outcome === "refusal" && second.outcome !== "message") {
      bench.notExercised(
        `the right one was not accepted either (${second.describe()}), so that refusing the other proves nothing`,
      );
    }
    bench.refused(first, differ, because);
  });
}
