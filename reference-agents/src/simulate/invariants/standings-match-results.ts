import type { RecordedResult, Recording, Tally } from "@league-v2/sdk/store";
import { asRecord } from "../events.js";
import { isManager } from "../plan.js";
import type { Invariant } from "./invariant.js";

/** The counts of a player's row. */
type Row = Pick<Tally, "played" | "wins" | "draws" | "losses" | "points">;

export const standingsMatchResults: Invariant = {
  name: "standings-match-results",
  rule: "The table, in the store and in every announcement, is the sum of the recorded results.",
  watch() {
    const recorded: RecordedResult[] = [];
    const check = (rows: readonly Named[], upToRound: number) => {
      const counted = recorded.filter(({ round_id }) => round_id <= upToRound);
      for (const row of rows) {
        const due = sumFor(row.player_id, counted);
        const wrong = keys.find((key) => row[key] !== due[key]);
        if (wrong !== undefined)
          return `${row.player_id} has ${wrong} ${row[wrong]}, and its results make ${due[wrong]}`;
      }
      return undefined;
    };
    return {
      on(event) {
        if (event.type === "stored") {
          if (event.operation === "record" && (event.outcome as Recording) === "recorded")
            recorded.push(event.args[0] as RecordedResult);
          return event.operation === "tallies"
            ? check(event.outcome as readonly Tally[], lastRound)
            : undefined;
        }
        if (event.type !== "sent" || !isManager(event.exchange.from)) return undefined;
        const { method, params } = event.exchange.call;
        if (method === "update_standings") return check(rowsIn(params.standings), Number(params.round_id));
        return method === "notify_league_completed"
          ? check(rowsIn(params.final_standings), lastRound)
          : undefined;
      },
      atEnd: ({ tallies }) => check(tallies, lastRound),
    };
  },
};

const lastRound = Number.POSITIVE_INFINITY;

const keys = ["played", "wins", "draws", "losses", "points"] as const;

type Named = Row & { readonly player_id: string };

function rowsIn(standings: unknown): readonly Named[] {
  return Array.isArray(standings) ? (standings.filter((row) => asRecord(row) !== null) as Named[]) : [];
}

/** Computed from the results, by other code than the store's. */
function sumFor(player_id: string, results: readonly RecordedResult[]): Row {
  const own = results.filter(({ score }) => Object.hasOwn(score, player_id));
  const wins = own.filter(({ winner }) => winner === player_id).length;
  const draws = own.filter(({ status }) => status === "DRAW").length;
  const points = own.reduce((sum, { score }) => sum + (score[player_id] ?? 0), 0);
  return { played: own.length, wins, draws, losses: own.length - wins - draws, points };
}
