/** What a referee and a player keep to through crashes, and what no message may tell; and no agent fails by itself. */
import { asRecord, type Exchange } from "../events.ts";
import type { AgentName } from "../plan.ts";
import { type Invariant, Owners } from "./invariant.ts";

/** A referee sends one outcome of a match, to players and manager alike, in all its incarnations until the report is taken. */
export const oneOutcomeEach: Invariant = () => {
  const outcomes = new Map<string, ReportedOutcome>();
  return {
    on(event) {
      if ((event.type !== "sent" && event.type !== "received") || !event.exchange.from.startsWith("referee"))
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

/** The members of every message that tell a choice, or from which it could be computed. */
const secret = /"(choices|parity_choice|opponent_choice|drawn_number|number_parity)":/;

/** The only messages that may have them: those with the result of the match. */
const withResult: ReadonlySet<string> = new Set(["notify_match_result", "report_match_result"]);

/** No message carries a choice before both choices are in, or the player without a choice has forfeited. */
export const noChoiceTooEarly: Invariant = () => {
  const owners = new Owners();
  /** By match and referee; a referee that continues after a crash has its earlier choices. */
  const plays = new Map<string, Play>();
  const playOf = ({ from, incarnation, call: { method, params } }: Exchange): Play => {
    const key = `${from}/${String(params.match_id)}`;
    const known = plays.get(key);
    // The journal no longer has the match: a late request makes another incarnation play it again, and the result does not count.
    const isPlayedAgain =
      method === "handle_game_invitation" && known?.isReported && known.incarnation !== incarnation;
    if (known !== undefined && !isPlayedAgain) return known;
    const play: Play = { incarnation, isReported: false, chosen: new Set(), forfeited: new Set() };
    plays.set(key, play);
    return play;
  };
  return {
    on(event) {
      owners.on(event);
      if ((event.type !== "sent" && event.type !== "received") || !event.exchange.from.startsWith("referee"))
        return undefined;
      const { exchange } = event;
      const play = playOf(exchange);
      if (event.type === "sent") return faultIn(exchange, play, owners);
      if (event.reply.result?.parity_choice !== undefined) play.chosen.add(exchange.to);
      if (exchange.call.method === "report_match_result" && event.reply.result !== null)
        play.isReported = true;
      return undefined;
    },
  };
};

interface Play {
  /** The incarnation of the referee that began it. */
  readonly incarnation: number;
  isReported: boolean;
  readonly chosen: Set<AgentName | null | undefined>;
  /** Players without a choice when the other player's choice was revealed. */
  readonly forfeited: Set<AgentName | null | undefined>;
}

function faultIn({ body, call }: Exchange, { chosen, forfeited }: Play, owners: Owners): string | undefined {
  const { method, params } = call;
  const leak = secret.exec(body);
  if (leak === null) return undefined;
  if (!withResult.has(method)) return `a referee sends ${leak[0]} in ${body.slice(0, 200)}`;
  const result = asRecord(params.game_result) ?? asRecord(asRecord(params.result)?.details);
  const choices = Object.entries(asRecord(result?.choices) ?? {});
  for (const [id, choice] of choices) {
    const player = owners.of(id);
    if (choice !== null && !chosen.has(player)) return `a message has a choice of ${id}, who has made none`;
    if (choice !== null && forfeited.has(player))
      return `the choice of ${id} counts, who could know the other's`;
  }
  for (const [id, choice] of choices) if (choice === null) forfeited.add(owners.of(id));
  return undefined;
}

/** A referee never has more matches under way than it can run at once. */
export const withinCapacity: Invariant = ({ capacity }) => {
  /** By incarnation of a referee: the matches that are under way. */
  const running = new Map<string, Set<unknown>>();
  return {
    on(event) {
      if (event.type !== "sent" || !event.exchange.from.startsWith("referee")) return undefined;
      const { from, incarnation, call } = event.exchange;
      const matches = running.get(`${from}/${incarnation}`) ?? new Set();
      running.set(`${from}/${incarnation}`, matches);
      const { match_id } = call.params;
      if (call.method === "handle_game_invitation") matches.add(match_id);
      if (withResult.has(call.method)) matches.delete(match_id);
      return matches.size <= capacity ? undefined : `${from} runs ${matches.size} matches`;
    },
  };
};

/** A player stores every match whose end it has acknowledged, once, in all its incarnations. */
export const historyIsKept: Invariant = () => {
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
      if (event.type !== "answered" || event.exchange.call.method !== "notify_match_result") return undefined;
      const { to, call } = event.exchange;
      const match_id = String(call.params.match_id);
      if (event.reply.result === null || remembered.get(to)?.has(match_id)) return undefined;
      return `${to} acknowledges the end of ${match_id} and does not store it`;
    },
  };
};

/** No agent of this project answers with an internal error or leaves its league, for any request. */
export const noProtocolViolations: Invariant = () => {
  return {
    on(event) {
      if (event.type === "failed") return `${event.agent}: ${event.why}`;
      if (event.type !== "answered") return undefined;
      const { status, body } = event.reply;
      if (status < 500 && !body.includes('"code":-32603')) return undefined;
      return `${event.exchange.to} answers ${event.exchange.call.method} with ${status} ${body.slice(0, 200)}`;
    },
  };
};
