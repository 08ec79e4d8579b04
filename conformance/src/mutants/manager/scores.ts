import { countMatch, type Tally } from "@league-v2/sdk";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { all, changeRequest } from "../surgery.js";
import { changesTables } from "./_calls.js";

const NUMBERS = ["played", "wins", "draws", "losses", "points"] as const;
type Numbers = Pick<Tally, (typeof NUMBERS)[number]>;
const NOTHING: Numbers = { played: 0, wins: 0, draws: 0, losses: 0, points: 0 };

/** What a result brings to a player, whatever the rules say. */
function brought(player_id: string, winner: string | null, score: JsonObject): Numbers {
  if (!(player_id in score)) return NOTHING;
  const points = new Map(Object.entries(score).map(([id, value]) => [id, Number(value)]));
  return countMatch({ player_id, display_name: "", ...NOTHING }, { winner, points });
}

/** The reference is told a score that can be, and the tables show the one that was reported. */
function believing() {
  const differences = new Map<string, Numbers[]>();
  const believe = changeRequest("MATCH_RESULT_REPORT", (report) => {
    const { result } = report;
    if (
      !isObject(result) ||
      !isObject(result.score) ||
      !isObject(result.details) ||
      !isObject(result.details.choices)
    )
      return undefined;
    const players = Object.keys(result.details.choices);
    const winner = typeof result.winner === "string" ? result.winner : null;
    const score = Object.fromEntries(players.map((id) => [id, winner === null ? 1 : id === winner ? 3 : 0]));
    for (const id of players) {
      const [told, fair] = [brought(id, winner, result.score), brought(id, winner, score)];
      const difference = Object.fromEntries(
        NUMBERS.map((name) => [name, told[name] - fair[name]]),
      ) as Numbers;
      differences.set(id, [...(differences.get(id) ?? []), difference]);
    }
    return { ...report, result: { ...result, score } };
  });
  const show = changesTables((rows) =>
    rows.map((row) => {
      const own = differences.get(String(row.player_id)) ?? [];
      const sum = (name: (typeof NUMBERS)[number]) =>
        own.reduce((total, one) => total + one[name], Number(row[name]));
      return { ...row, ...Object.fromEntries(NUMBERS.map((name) => [name, sum(name)])) };
    }),
  );
  return all(believe, show);
}

export default mutant({
  id: "manager:believes-any-score",
  fault: "Believes any score: 300 points, points for both, points for a stranger.",
  surgery: believing,
});
