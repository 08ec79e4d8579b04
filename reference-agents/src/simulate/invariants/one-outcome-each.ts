import { asRecord, type Exchange } from "../events.js";
import type { Invariant } from "./invariant.js";

export const oneOutcomeEach: Invariant = {
  name: "one-outcome-each",
  rule: "A referee sends one outcome of a match, to players and manager alike, in all its incarnations until the report is taken.",
  watch() {
    const outcomes = new Map<string, ReportedOutcome>();
    return {
      on(event) {
        if (
          (event.type !== "sent" && event.type !== "received") ||
          !event.exchange.from.startsWith("referee")
        )
          return undefined;
        const { from, incarnation, call } = event.exchange;
        const match = `${from} of ${String(call.params.match_id)}`;
        const before = outcomes.get(match);
        if (event.type === "received") {
          const isTaken = call.method === "report_match_result" && event.reply.result !== null;
          if (isTaken && before !== undefined) outcomes.set(match, { ...before, isTaken });
          return undefined;
        }
        const outcome = outcomeIn(event.exchange);
        if (outcome === undefined) return undefined;
        // The journal no longer has the match, so another incarnation that gets a request for it must play it.
        if (before === undefined || (before.isTaken && before.incarnation !== incarnation)) {
          outcomes.set(match, { outcome, incarnation, isTaken: false });
          return undefined;
        }
        if (before.outcome === outcome) return undefined;
        return `the outcome sent by ${match} was ${before.outcome}, and is ${outcome}`;
      },
    };
  },
};

interface ReportedOutcome {
  readonly outcome: string;
  readonly incarnation: number;
  readonly isTaken: boolean;
}

/** The same for both kinds of messages. */
function outcomeIn({ call: { method, params } }: Exchange): string | undefined {
  const result = asRecord(params.game_result ?? params.result);
  if (result === null) return undefined;
  if (method === "notify_match_result")
    return textOf(result.status, result.winner_player_id, result.drawn_number);
  if (method !== "report_match_result") return undefined;
  return textOf(result.status, result.winner, asRecord(result.details)?.drawn_number);
}

function textOf(status: unknown, winner: unknown, drawn_number: unknown): string {
  return `${String(status)} of ${String(winner)} with ${String(drawn_number)}`;
}
