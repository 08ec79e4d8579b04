/** Players with faults: a correct player's server behind a proxy that changes its answers. */
import { methods } from "@league-v2/contract";
import { type Clock, type HttpHandler, type HttpReply, sleep } from "@league-v2/sdk";
import { asRecord, readCall, readReply } from "./events.js";
import type { BehaviourFault, PlayerBehaviour } from "./plan.js";
import { seededRoll } from "./seeded-roll.js";

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
