import type { PlayerBench } from "../../bench/player-bench.js";
import { deadlineOf } from "../../contract.js";
import { judgeNegatives } from "../../negatives/judge.js";
import { negativesFor } from "../../negatives/negatives.js";
import { PLAYER_MESSAGES, playerTrial } from "../../negatives/trials.js";
import type { Check } from "../../types.js";
import { answersTo } from "./_time.js";

export const negativeChecks: readonly Check<PlayerBench>[] = [
  /** One check a message: faults from the contract's schemas, as many as `--fuzz` allows. */
  ...PLAYER_MESSAGES.map(
    (type): Check<PlayerBench> => ({
      id: `player/negative/${type.toLowerCase().replaceAll("_", "-")}`,
      title: `refuses a ${type} that breaks its schema, for what is wrong with it`,
      decides: ["TRN-ERR-03"],
      kills: ["player:validates-nothing"],
      worstCaseMs: 2 * answersTo("GAME_INVITATION", type),
      async run(bench) {
        if (bench.profile.name !== "canonical")
          bench.notApplicable("the generated negatives are made from the canonical schemas");
        await judgeNegatives(bench, {
          withinMs: 2 * deadlineOf(type),
          negatives: negativesFor(type, bench.fuzz, bench.random),
          ...playerTrial(bench, type),
        });
      },
    }),
  ),
];
