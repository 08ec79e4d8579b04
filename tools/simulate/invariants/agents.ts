/** What a referee and a player keep to through crashes; and no agent fails by itself. */

import type { LeaseOutcome, MatchLeaseTerms, RecordedResult, Recording } from "@league-v2/sdk/store";
import { asRecord, type Exchange } from "../events.ts";
import type { AgentName } from "../plan/plan.ts";
import type { Invariant } from "./invariant.ts";

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

/** Players may receive these in other wire forms; the manager does not. */
const ending = new Set(["notify_match_result", "report_match_result"]);

export const withinCapacity: Invariant = {
  name: "within-capacity",
  rule: "A referee never has more matches leased, nor more of them under way, than it can run at once.",
  watch({ capacity }) {
    const leases = new Map<string, { readonly referee_id: string; readonly until: number }>();
    /** By incarnation of a referee: the matches that are under way. */
    const running = new Map<string, Set<unknown>>();
    return {
      on(event) {
        if (event.type === "power-cut")
          for (const { operation, args } of event.lost)
            if (operation === "leaseMatch") leases.delete(String(args[0]));
        if (event.type === "stored") {
          const [match_id, referee_id, terms] = event.args as [string, string, MatchLeaseTerms];
          if (event.operation === "giveBack") leases.delete(match_id);
          if (event.operation === "record" && (event.outcome as Recording) === "recorded")
            leases.delete((event.args[0] as RecordedResult).match_id);
          if (event.operation !== "leaseMatch" || (event.outcome as LeaseOutcome).kind !== "leased")
            return undefined;
          leases.set(match_id, { referee_id, until: terms.until });
          const own = [...leases.values()].filter(
            (lease) => lease.referee_id === referee_id && lease.until > terms.now,
          );
          return own.length <= capacity ? undefined : `${referee_id} has ${own.length} matches leased`;
        }
        if (event.type !== "sent" || !event.exchange.from.startsWith("referee")) return undefined;
        const { from, incarnation, call } = event.exchange;
        const matches = running.get(`${from}/${incarnation}`) ?? new Set();
        running.set(`${from}/${incarnation}`, matches);
        // Another wire form has the same method name, and the match id in another place.
        const { match_id } = call.params;
        if (call.method === "handle_game_invitation" && match_id !== undefined) matches.add(match_id);
        if (ending.has(call.method)) matches.delete(match_id);
        return matches.size <= capacity ? undefined : `${from} runs ${matches.size} matches`;
      },
    };
  },
};

export const historyIsKept: Invariant = {
  name: "history-is-kept",
  rule: "A player stores every match whose end it has acknowledged, once, in all its incarnations.",
  watch({ faults }) {
    const misbehaving = new Set<AgentName | null>(
      faults.map((fault) => (fault.kind === "behaviour" ? fault.agent : null)),
    );
    const remembered = new Map<AgentName | null, ReadonlySet<string>>();
    return {
      on(event) {
        if (event.type === "history") {
          const { agent, matches } = event;
          const before = remembered.get(agent) ?? new Set();
          const now = new Set(matches);
          remembered.set(agent, now);
          if (now.size < matches.length) return `${agent} stores a match twice: ${matches.join(" ")}`;
          const forgotten = [...before].find((match) => !now.has(match));
          return forgotten === undefined ? undefined : `${agent} has forgotten ${forgotten}`;
        }
        if (event.type !== "answered" || event.exchange.call.method !== "notify_match_result")
          return undefined;
        const { to, call } = event.exchange;
        const match_id = String(call.params.match_id);
        if (event.reply.result === null || misbehaving.has(to) || remembered.get(to)?.has(match_id))
          return undefined;
        return `${to} acknowledges the end of ${match_id} and does not store it`;
      },
    };
  },
};

export const noProtocolViolations: Invariant = {
  name: "no-protocol-violations",
  rule: "No agent of this project answers with an internal error or leaves its league, for any request.",
  watch({ faults }) {
    const misbehaving = new Set<AgentName | null>(
      faults.map((fault) => (fault.kind === "behaviour" ? fault.agent : null)),
    );
    return {
      on(event) {
        if (event.type === "failed") return `${event.agent}: ${event.why}`;
        if (event.type !== "answered" || misbehaving.has(event.exchange.to)) return undefined;
        const { status, body } = event.reply;
        if (status < 500 && !body.includes('"code":-32603')) return undefined;
        return `${event.exchange.to} answers ${event.exchange.call.method} with ${status} ${body.slice(0, 200)}`;
      },
    };
  },
};
