import type { RecordedResult, Recording } from "@league-v2/sdk/store";
import type { Invariant } from "./invariant.js";

export const oneResultEach: Invariant = {
  name: "one-result-each",
  rule: "A match never has more than one recorded result, and in the end it has exactly one.",
  watch() {
    const recorded = new Map<string, string>();
    const isKnown = (result: RecordedResult) => recorded.get(result.match_id) === contentOf(result);
    return {
      on(event) {
        if (event.type !== "stored") return undefined;
        if (event.operation === "record") {
          const [result] = event.args as [RecordedResult];
          const outcome = event.outcome as Recording;
          if (outcome === "recorded") {
            if (recorded.has(result.match_id)) return `${result.match_id} is recorded a second time`;
            recorded.set(result.match_id, contentOf(result));
          }
          if (outcome === "repeated" && !isKnown(result))
            return `${result.match_id} is taken for a repetition, but is new`;
        }
        if (event.operation === "result") {
          const [match_id] = event.args as [string];
          const result = event.outcome as RecordedResult | null;
          if (result === null && recorded.has(match_id)) return `the result of ${match_id} is gone`;
          if (result !== null && !isKnown(result)) return `the result of ${match_id} is not the recorded one`;
        }
        return undefined;
      },
      atEnd({ rounds, results, state }) {
        if (state !== "LEAGUE_COMPLETE") return `the league has ended, and its state is ${state}`;
        for (const { match_id } of rounds.flatMap(({ matches }) => matches)) {
          const result = results.get(match_id);
          if (result === undefined) return `${match_id} has no result`;
          if (!isKnown(result)) return `the result of ${match_id} is not the one that was recorded`;
        }
        return undefined;
      },
    };
  },
};

/** The content of a result without its sender, in a fixed order of its parts. */
function contentOf({ match_id, status, winner, score, drawn_number }: RecordedResult): string {
  const points = Object.entries(score).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([match_id, status, winner, points, drawn_number]);
}
