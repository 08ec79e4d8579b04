/** Players that do not behave: an honest player's server, with somebody in front of it who spoils its answers. */
import { methods } from "@league-v2/contract";
import { type Clock, type HttpHandler, type HttpReply, sleep } from "@league-v2/sdk";
import { asRecord, readCall, readReply } from "./events.js";
import type { Manner, MannerFault } from "./plan.js";
import { seededRoll } from "./seeded-roll.js";

export interface MannerSetting {
  readonly seed: number;
  readonly clock: Clock;
}

type Answer = () => Promise<HttpReply>;
type Spoiling = (
  answer: Answer,
  setting: MannerSetting & { readonly roll: (sides: number) => number },
) => Promise<HttpReply>;

/** @returns the server of a player with these manners */
export function behaving(
  handler: HttpHandler,
  { manner, percent, agent }: MannerFault,
  setting: MannerSetting,
): HttpHandler {
  const spoil = spoilings[manner];
  if (spoil === undefined) return handler;
  let asked = 0;
  return (request) => {
    asked += 1;
    const roll = (sides: number) => seededRoll(setting.seed, `manner/${agent}/${manner}/${asked}`, sides);
    const answer = () => handler(request);
    const { method } = readCall(String(request.body));
    if (!concerned(manner, method) || roll(100) >= percent) return answer();
    return spoil(answer, { ...setting, roll });
  };
}

/** Those who answer wrongly in a match would be no different from the dead if they did it everywhere. */
function concerned(manner: Manner, method: string): boolean {
  if (manner === "declining") return method === "handle_game_invitation";
  if (manner === "fickle" || manner === "invalid-choice") return method === "choose_parity";
  if (manner === "wrong-ids") return method === "choose_parity" || method === "handle_game_invitation";
  return true;
}

const tooLateByMs = 1500;

const spoilings: Partial<Record<Manner, Spoiling>> = {
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
    done(answer, { status: [500, 404, 503, 429, 301][roll(5)] ?? 500, body: "no" }),
  garbage: (answer, { roll }) =>
    done(answer, { status: 200, body: ["<html>", "{", "[]", '{"jsonrpc":"2.0","id":1}', ""][roll(5)] ?? "" }),
  fickle: (answer, { roll }) => changed(answer, { parity_choice: roll(2) === 0 ? "even" : "odd" }),
};

/** The answer with other fields in its message. */
async function changed(answer: Answer, fields: object): Promise<HttpReply> {
  const reply = await answer();
  const { result } = readReply(reply.status, reply.body);
  if (result === null) return reply;
  const response = asRecord(JSON.parse(reply.body));
  return { ...reply, body: JSON.stringify({ ...response, result: { ...result, ...fields } }) };
}

/** The request is obeyed, and answered with something else. */
async function done(answer: Answer, { status, body }: { status: number; body: string }): Promise<HttpReply> {
  await answer();
  return { status, headers: { "content-type": "text/html" }, body };
}
