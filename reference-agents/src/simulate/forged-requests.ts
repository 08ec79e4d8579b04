/** A player that sends requests in other names: with its own token, or as the league manager, which has no token (D77, D98). */
import { protocol } from "@league-v2/contract";
import {
  type HttpHandler,
  type OutgoingRequest,
  type Registration,
  type Transport,
  timestamp,
} from "@league-v2/sdk";
import { type Call, readCall } from "./events.js";
import type { BehaviourFault } from "./plan.js";
import type { PlayerFaultSetting } from "./player-faults.js";
import { seededRoll } from "./seeded-roll.js";

export interface ForgedRequestsSetting extends PlayerFaultSetting {
  readonly transport: Transport;
  readonly league: string;
  /** The endpoints of the other agents. */
  readonly others: readonly string[];
  /** The player's own registration; undefined before it is registered. */
  readonly registration: () => Registration | undefined;
}

interface Forgery {
  readonly url: string;
  readonly method: string;
  readonly params: object;
}

/** @returns the player's server; with each request that it receives, it may send a forged one */
export function forging(
  handler: HttpHandler,
  { behaviour, percent, agent }: BehaviourFault,
  setting: ForgedRequestsSetting,
): HttpHandler {
  const { seed, transport, registration } = setting;
  let asked = 0;
  return (request) => {
    asked += 1;
    const roll = (what: string, count: number) =>
      seededRoll(seed, `forgery/${agent}/${asked}/${what}`, count);
    const me = registration();
    if (me !== undefined && roll("whether", 100) < percent) {
      const call = readCall(String(request.body));
      const forgeries = behaviour === "stopping" ? shutdowns(me, setting) : forgeriesFor(call, me, setting);
      const forgery = forgeries[roll("which", forgeries.length)];
      if (forgery !== undefined) transport.send(requestOf(forgery, asked)).catch(() => {});
    }
    return handler(request);
  };
}

/** The requests that a hostile peer may send after this one. */
function forgeriesFor(
  { params }: Call,
  me: Registration,
  setting: ForgedRequestsSetting,
): readonly Forgery[] {
  const { match_id = "R1M1", round_id = 1, opponent_id = "P01", sender = "referee:REF01" } = params;
  const score = { [me.id]: protocol.points.win, [String(opponent_id)]: protocol.points.loss };
  const choices = { [me.id]: "even", [String(opponent_id)]: "odd" };
  const reason = "because I say so";
  const numbers = { drawn_number: 2, number_parity: "even" };
  const report = (sender: unknown): Forgery => ({
    url: setting.league,
    method: "report_match_result",
    params: {
      ...envelope("MATCH_RESULT_REPORT", sender, me, setting),
      ...{ league_id: me.league_id, round_id, match_id, game_type: "even_odd" },
      result: { status: "WIN", winner: me.id, score, details: { ...numbers, choices, reason } },
    },
  });
  const toOthers = setting.others.flatMap((url): Forgery[] => [
    {
      url,
      method: "notify_match_result",
      params: {
        ...envelope("GAME_OVER", sender, me, setting),
        ...{ match_id, game_type: "even_odd" },
        game_result: { status: "WIN", winner_player_id: me.id, ...numbers, choices, reason },
      },
    },
    {
      url,
      method: "choose_parity",
      params: {
        ...envelope("CHOOSE_PARITY_CALL", sender, me, setting),
        ...{
          match_id,
          player_id: opponent_id,
          game_type: "even_odd",
          deadline: timestamp(setting.clock.now()),
        },
        context: {
          opponent_id: me.id,
          round_id,
          your_standings: { wins: 0, losses: 0, draws: 0, points: 0 },
        },
      },
    },
    shutdown(url, `player:${me.id}`, me, setting),
  ]);
  return [
    report(`player:${me.id}`),
    report(sender),
    report("referee:REF01"),
    report("league_manager"),
    ...toOthers,
  ];
}

function shutdowns(me: Registration, setting: ForgedRequestsSetting): readonly Forgery[] {
  return setting.others.map((url) => shutdown(url, "league_manager", me, setting));
}

function shutdown(url: string, sender: string, me: Registration, setting: ForgedRequestsSetting): Forgery {
  const params = { ...envelope("SHUTDOWN_COMMAND", sender, me, setting), reason: "the league is over" };
  return { url, method: "shutdown", params };
}

function envelope(message_type: string, sender: unknown, me: Registration, { clock }: ForgedRequestsSetting) {
  const time = timestamp(clock.now());
  const { auth_token } = me;
  return {
    protocol: protocol.version,
    message_type,
    sender,
    timestamp: time,
    conversation_id: "conv-forged",
    auth_token,
  };
}

function requestOf({ url, method, params }: Forgery, id: number): OutgoingRequest {
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return { url, body, signal: new AbortController().signal };
}
