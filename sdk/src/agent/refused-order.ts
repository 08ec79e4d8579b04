/**
 * Whether a referee has refused an order before it did anything with it. Some say so with an internal error. Then an order without
 * a match fails in the same words: they miss a member that the order does not have.
 */
import { HttpStatusError, RpcReplyError } from "../client/errors.js";
import { hintsOf } from "../wire/derive/index.js";
import { type Form, findMessage, isObject, type JsonObject } from "../wire/index.js";
import type { Failure } from "./derive-form.js";
import { type AskOrder, emptyOrder } from "./known-start.js";

export async function isRefusedOrder(
  error: unknown,
  message: object,
  asked: Form,
  ask: AskOrder,
): Promise<boolean> {
  const said = wordsOf(error);
  if (said === undefined || !missesAnother(said, message)) return false;
  for (const order of [emptyOrder(message), orderOfNoPlayers(message)]) {
    const answer = await ask(asked.request("RUN_MATCH", order, 1, {}));
    if (answer !== undefined && JSON.stringify(wordsIn(answer.reply)) === JSON.stringify(said)) return true;
  }
  return false;
}

/** Whether a referee has refused the same order with other members: what it acknowledges after that, it has read. */
export function isOrderRead(body: unknown, failures: readonly Pick<Failure, "request">[]): boolean {
  const order = nameOf(body);
  return order.endsWith(" RUN_MATCH") && failures.some(({ request }) => nameOf(request) === order);
}

function nameOf(body: unknown): string {
  const { shape, method, message } = findMessage(body) ?? {};
  return `${shape} ${method} ${String(message?.message_type)}`;
}

/** For a referee that misses its match first: one that there is not, without players. */
function orderOfNoPlayers(message: object): JsonObject {
  const members = Object.entries(message).filter(([name]) => !/^player_/i.test(name));
  return { ...Object.fromEntries(members), match_id: "none" };
}

/** Whether the words name a member that this message does not have. */
function missesAnother(said: unknown, message: object): boolean {
  const names = hintsOf(said).members.map(({ pointer }) => pointer.split("/")[1] ?? "");
  return names.length > 0 && names.every((name) => !Object.hasOwn(message, name));
}

function wordsOf(error: unknown): unknown {
  if (error instanceof RpcReplyError) return { message: error.text, data: error.data };
  return error instanceof HttpStatusError ? wordsIn(error.answer) : undefined;
}

function wordsIn(reply: unknown): unknown {
  if (!isObject(reply) || !isObject(reply.error)) return reply;
  const { message, data } = reply.error;
  return { message, data };
}
