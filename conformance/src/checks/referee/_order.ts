/** RUN_MATCH without an announcement before it, for what is said about RUN_MATCH itself. */
import type { RefereeBench } from "../../bench/referee-bench.js";
import { directMatchDeadline } from "../../contract.js";
import type { Answer } from "../../peers/answer.js";
import type { MatchObservation } from "../../peers/match-observation.js";
import type { MatchPlan } from "../../peers/referee-league.js";
import { quickMatch } from "../../time/mandates.js";
import { NotApplicable } from "../../verdict.js";

const METHOD_NOT_FOUND = -32_601;

/** @throws NotApplicable for a referee that does not take RUN_MATCH */
export async function orderAlone(
  { league }: RefereeBench,
  plan: MatchPlan = {},
): Promise<{ answer: Answer; match: MatchObservation }> {
  const match = await league.stage(plan);
  try {
    const ordered = match.order({ timeoutMs: directMatchDeadline() });
    const seen = await match.ended(quickMatch(), 0);
    const answer = await ordered;
    mustTakeOrders(answer);
    return { answer, match: seen };
  } finally {
    match.close();
  }
}

/** @throws NotApplicable for a referee that does not know RUN_MATCH */
export function mustTakeOrders(answer: Answer): void {
  if (answer.outcome !== "refusal" || answer.refusal.code !== METHOD_NOT_FOUND) return;
  throw new NotApplicable(`this referee takes no RUN_MATCH: ${answer.describe()}`);
}
