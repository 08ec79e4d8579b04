/** What no agent may learn too early, and what no agent may do in the name of another one. */

import type { RecordedResult, Recording } from "@league-v2/sdk/store";
import { asRecord, type Exchange, type SimulationEvent } from "../events.ts";
import { type AgentName, managerName } from "../plan/plan.ts";
import { type Invariant, Owners } from "./invariant.ts";

/**
 * The patterns search the text instead of the fields: a peer that does not understand a message gets other wire forms,
 * and no form may contain a choice too early.
 */
const patterns = {
  match: /"match_id":"([^"]*)"/,
  invitation: /game_?invitation/i,
  /** The only messages that may contain choices: those with the result of the match. */
  result: /game_?over|match_?result/i,
  secret: /"(choices|parity_choice|opponent_choice|drawn_number|number_parity)":/,
  choices: /"choices":\{([^}]*)\}/,
  chosen: /choice"?:"?(even|odd)/,
};

export const noChoiceTooEarly: Invariant = {
  name: "no-choice-too-early",
  rule: "No message carries a choice before both choices are in, or the player without a choice has forfeited.",
  watch() {
    const owners = new Owners();
    /** Players that continue after a crash; they accept any sender of an invitation (D82). */
    const resumed = new Set<unknown>();
    /** By match and referee; a referee that continues after a crash has its earlier choices. */
    const plays = new Map<string, Play>();
    const playOf = (referee: AgentName, text: string): Play => {
      const key = `${referee}/${patterns.match.exec(text)?.[1]}`;
      const known = plays.get(key);
      if (known !== undefined && !(known.isOver && patterns.invitation.test(text))) return known;
      const play: Play = { referee, chosen: new Set(), forfeited: new Set(), isTaken: false, isOver: false };
      plays.set(key, play);
      return play;
    };
    return {
      on(event) {
        owners.on(event);
        if (event.type === "started" && event.incarnation > 1) {
          resumed.add(event.agent);
          for (const play of plays.values())
            if (play.referee === event.agent && play.isTaken) play.isOver = true;
        }
        const isOfReferee = "exchange" in event && event.exchange.from.startsWith("referee");
        if (event.type === "answered" && !isOfReferee && !resumed.has(event.exchange.to))
          return choiceSentToOther(event);
        if (event.type === "delivered" && event.exchange.to?.startsWith("referee")) {
          const { from, to, body } = event.exchange;
          const text = plain(body);
          // In some wire forms a player sends its choice in a request of its own.
          if (patterns.chosen.test(text)) playOf(to, text).chosen.add(from);
        }
        if ((event.type !== "sent" && event.type !== "received") || !isOfReferee) return undefined;
        const text = plain(event.exchange.body);
        const play = playOf(event.exchange.from, text);
        if (event.type === "sent") return faultIn(text, play, owners);
        if (patterns.chosen.test(plain(event.reply.body))) play.chosen.add(event.exchange.to);
        if (event.exchange.call.method === "report_match_result" && event.reply.result !== null)
          play.isTaken = true;
        return undefined;
      },
    };
  },
};

interface Play {
  readonly referee: AgentName;
  /** Whether the manager has its report. */
  isTaken: boolean;
  /**
   * Whether the referee has restarted since. Its journal may have lost this match: a late request makes it play the match
   * again, from the invitation on, and the result does not count.
   */
  isOver: boolean;
  readonly chosen: Set<unknown>;
  /** Players without a choice when the other player's choice was revealed. */
  readonly forfeited: Set<unknown>;
}

function faultIn(text: string, { chosen, forfeited }: Play, owners: Owners): string | undefined {
  const leak = patterns.secret.exec(text);
  if (leak === null) return undefined;
  if (!patterns.result.test(text)) return `a referee sends ${leak[0]} in ${text.slice(0, 200)}`;
  const withoutChoice: unknown[] = [];
  for (const [, id, choice] of (patterns.choices.exec(text)?.[1] ?? "").matchAll(
    /"([^"]+)":("even"|"odd"|null)/g,
  )) {
    const player = owners.of(id);
    if (choice === "null") withoutChoice.push(player);
    else if (!chosen.has(player)) return `a message has a choice of ${id}, who has made none`;
    else if (forfeited.has(player)) return `the choice of ${id} counts, who could know the other's`;
  }
  for (const player of withoutChoice) forfeited.add(player);
  return undefined;
}

function choiceSentToOther({
  exchange,
  reply,
}: Extract<SimulationEvent, { type: "answered" }>): string | undefined {
  const isChoice = exchange.call.method === "choose_parity" && reply.result?.parity_choice !== undefined;
  return isChoice ? `${exchange.to} sends its choice to ${exchange.from}` : undefined;
}

/** The text without the escapes of JSON inside of JSON. */
function plain(text: string): string {
  return text.includes("\\") ? text.replaceAll("\\", "") : text;
}

export const onlyOwnToken: Invariant = {
  name: "only-own-token",
  rule: "No agent can act as another one: a report that counts for a referee comes from that referee.",
  watch() {
    const owners = new Owners();
    /** Reported winners by match and assigned referee. */
    const reports = new Map<string, Set<unknown>>();
    return {
      on(event) {
        owners.on(event);
        if (event.type === "answered" && event.exchange.to === managerName && event.reply.result !== null) {
          const { from, call } = event.exchange;
          if (!call.method.startsWith("register_") && owners.of(call.params.sender) !== from)
            return `${from} is accepted as ${String(call.params.sender)} in ${call.method}`;
        }
        if (event.type === "delivered") note(event.exchange, owners, reports);
        if (event.type !== "stored" || event.operation !== "record") return undefined;
        const { match_id, referee_id, winner } = event.args[0] as RecordedResult;
        if (referee_id === null || (event.outcome as Recording) !== "recorded") return undefined;
        const isReported = reports.get(`${match_id} ${owners.of(referee_id)}`)?.has(winner) === true;
        return isReported
          ? undefined
          : `${match_id} counts for ${winner}, which ${referee_id} has never reported`;
      },
    };
  },
};

function note(
  { from, to, call: { method, params } }: Exchange,
  owners: Owners,
  reports: Map<string, Set<unknown>>,
): void {
  if (to !== managerName || method !== "report_match_result" || owners.of(params.sender) !== from) return;
  const key = `${String(params.match_id)} ${from}`;
  const winners = reports.get(key) ?? new Set();
  reports.set(key, winners.add(asRecord(params.result)?.winner));
}
