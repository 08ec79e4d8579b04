/** Players with faults: a correct player's server behind a proxy that changes its answers. */
import {
  chooseParityCall,
  gameOver,
  matchResultReport,
  methods,
  protocol,
  shutdownCommand,
} from "@league-v2/contract";
import {
  type Clock,
  type HttpHandler,
  type HttpReply,
  type OutgoingRequest,
  type Registration,
  sleep,
  type Transport,
  timestamp,
} from "@league-v2/sdk";
import { asRecord, type Call, readCall, readReply } from "./events.ts";
import type { BehaviourFault, PlayerBehaviour } from "./plan/plan.ts";
import { seededRoll } from "./plan/seeded-roll.ts";

export interface PlayerFaultSetting {
  readonly seed: number;
  readonly clock: Clock;
}

type Answer = () => Promise<HttpReply>;
type AnswerFault = (
  answer: Answer,
  setting: PlayerFaultSetting & { readonly roll: (count: number) => number },
) => Promise<HttpReply>;

/** @returns the server of a player with this behaviour */
export function behaving(
  handler: HttpHandler,
  { behaviour, percent, agent }: BehaviourFault,
  setting: PlayerFaultSetting,
): HttpHandler {
  const fault = answerFaults[behaviour];
  if (fault === undefined) return handler;
  let asked = 0;
  return (request) => {
    asked += 1;
    const roll = (count: number) => seededRoll(setting.seed, `manner/${agent}/${behaviour}/${asked}`, count);
    const answer = () => handler(request);
    const { method } = readCall(String(request.body));
    if (!appliesTo(behaviour, method) || roll(100) >= percent) return answer();
    return fault(answer, { ...setting, roll });
  };
}

/** Faults of a match are limited to its messages: a player that answers all requests wrongly never gets into a match. */
function appliesTo(behaviour: PlayerBehaviour, method: string): boolean {
  if (behaviour === "declining") return method === "handle_game_invitation";
  if (behaviour === "fickle" || behaviour === "invalid-choice") return method === "choose_parity";
  if (behaviour === "wrong-ids") return method === "choose_parity" || method === "handle_game_invitation";
  return true;
}

const tooLateByMs = 1500;

const answerFaults: Partial<Record<PlayerBehaviour, AnswerFault>> = {
  silent: () => new Promise(() => {}),
  late: async (answer, { clock }) => {
    const reply = await answer();
    await sleep(clock, methods.choose_parity.deadlineMs + tooLateByMs);
    return reply;
  },
  slow: async (answer, { clock, roll }) => {
    const reply = await answer();
    await sleep(clock, roll(methods.handle_game_invitation.deadlineMs));
    return reply;
  },
  "invalid-choice": (answer, { roll }) =>
    changed(answer, { parity_choice: ["EVEN", "both", 7, null, ""][roll(5)] }),
  declining: (answer) => changed(answer, { accept: false }),
  "wrong-ids": (answer, { roll }) =>
    changed(
      answer,
      [{ match_id: "R9M9" }, { player_id: "P99" }, { conversation_id: "conv-other" }][roll(3)] ?? {},
    ),
  "http-errors": (answer, { roll }) =>
    send(answer, { status: [500, 404, 503, 429, 301][roll(5)] ?? 500, body: "no" }),
  garbage: (answer, { roll }) =>
    send(answer, { status: 200, body: ["<html>", "{", "[]", '{"jsonrpc":"2.0","id":1}', ""][roll(5)] ?? "" }),
  fickle: (answer, { roll }) => changed(answer, { parity_choice: roll(2) === 0 ? "even" : "odd" }),
};

/** Changes fields of the answered message. */
async function changed(answer: Answer, fields: object): Promise<HttpReply> {
  const reply = await answer();
  const { result } = readReply(reply.status, reply.body);
  if (result === null) return reply;
  const response = asRecord(JSON.parse(reply.body));
  return { ...reply, body: JSON.stringify({ ...response, result: { ...result, ...fields } }) };
}

/** Handles the request, and sends another answer. */
async function send(answer: Answer, { status, body }: { status: number; body: string }): Promise<HttpReply> {
  await answer();
  return { status, headers: { "content-type": "text/html" }, body };
}

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
  const { sender = "referee:REF01", round_id = 1 } = params;
  const { match_id = "R1M1", opponent_id = "P01" } = params as { match_id?: string; opponent_id?: string };
  const score = { [me.id]: protocol.points.win, [opponent_id]: protocol.points.loss };
  const choices = { [me.id]: "even", [opponent_id]: "odd" } as const;
  const reason = "because I say so";
  const numbers = { drawn_number: 2, number_parity: "even" } as const;
  const match = { match_id, game_type: "even_odd" } as const;
  const report = (sender: unknown): Forgery => ({
    url: setting.league,
    method: "report_match_result",
    params: matchResultReport(identity(sender, me, setting), {
      ...match,
      league_id: String(me.league_id),
      round_id: Number(round_id),
      result: { status: "WIN", winner: me.id, score, details: { ...numbers, choices, reason } },
    }),
  });
  const toOthers = setting.others.flatMap((url): Forgery[] => [
    {
      url,
      method: "notify_match_result",
      params: gameOver(identity(sender, me, setting), {
        ...match,
        game_result: { status: "WIN", winner_player_id: me.id, ...numbers, choices, reason },
      }),
    },
    {
      url,
      method: "choose_parity",
      params: chooseParityCall(identity(sender, me, setting), {
        ...match,
        player_id: opponent_id,
        deadline: timestamp(setting.clock.now()),
        context: {
          opponent_id: me.id,
          round_id: Number(round_id),
          your_standings: { wins: 0, losses: 0, draws: 0, points: 0 },
        },
      }),
    },
    shutdown(url, `player:${me.id}`, me, setting),
  ]);
  const senders = [`player:${me.id}`, sender, "referee:REF01", "league_manager"];
  return [...senders.map(report), ...toOthers];
}

function shutdowns(me: Registration, setting: ForgedRequestsSetting): readonly Forgery[] {
  return setting.others.map((url) => shutdown(url, "league_manager", me, setting));
}

function shutdown(url: string, sender: string, me: Registration, setting: ForgedRequestsSetting): Forgery {
  const params = shutdownCommand(identity(sender, me, setting), { reason: "the league is over" });
  return { url, method: "shutdown", params };
}

/** The envelope of a forged message: the sender is another agent, the token the forger's own. */
function identity(sender: unknown, { auth_token }: Registration, { clock }: ForgedRequestsSetting) {
  const time = timestamp(clock.now());
  return { sender: String(sender), timestamp: time, conversation_id: "conv-forged", auth_token };
}

function requestOf({ url, method, params }: Forgery, id: number): OutgoingRequest {
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
  return { url, body, signal: new AbortController().signal };
}
