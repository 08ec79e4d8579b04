/**
 * Determines whether a referee refused an order, or the announcement of a round, before any effect. Some report it as an
 * internal error about a missing member; a message without a match then fails with the same text.
 */
import { HttpStatusError, RpcReplyError } from "../../client/errors.js";
import { hintsOf } from "../../wire/derive/index.js";
import { type Form, findMessage, isObject, type JsonObject } from "../../wire/index.js";
import { wrapName } from "../../wire/wrap-name.js";
import type { Failure } from "./derive-form.js";
import { type AskOrder, emptyOrder } from "./match-start-probe.js";

export async function isRefusedOrder(
  error: unknown,
  message: object,
  asked: Form,
  ask: AskOrder,
): Promise<boolean> {
  const refusal = refusalOf(error);
  const names = refusal === undefined ? [] : otherMembersIn(refusal, message);
  if (names.length === 0) return false;
  const { message_type: type } = { message_type: undefined, ...message };
  // An announcement may have started its matches before the referee found another member missing.
  const isOrder = type === "RUN_MATCH";
  if (typeof type !== "string" || !(isOrder || names.every((name) => wrapName.test(name)))) return false;
  for (const order of [emptyOrder(message), ...(isOrder ? [orderOfNoPlayers(message)] : [])]) {
    const answer = await ask(asked.request(type, order, 1, {}));
    if (answer !== undefined && JSON.stringify(refusalIn(answer.reply)) === JSON.stringify(refusal))
      return true;
  }
  return false;
}

/** Whether a referee refused the same order with other members, so that its acknowledgement now is specific. */
export function isOrderRead(body: unknown, failures: readonly Pick<Failure, "request">[]): boolean {
  const order = nameOf(body);
  return order.endsWith(" RUN_MATCH") && failures.some(({ request }) => nameOf(request) === order);
}

function nameOf(body: unknown): string {
  const { shape, method, message } = findMessage(body) ?? {};
  return `${shape} ${method} ${String(message?.message_type)}`;
}

/** An order for an unknown match without players, for a referee that checks the match first. */
function orderOfNoPlayers(message: object): JsonObject {
  const members = Object.entries(message).filter(([name]) => !/^player_/i.test(name));
  return { ...Object.fromEntries(members), match_id: "none" };
}

/** The members that the refusal names, if this message has none of them. */
function otherMembersIn(refusal: unknown, message: object): readonly string[] {
  const { message: text } = isObject(refusal) ? refusal : {};
  const alone = typeof text === "string" ? loneName.exec(text)?.[1] : undefined;
  const hinted = hintsOf(refusal).members.map(({ pointer }) => pointer.split("/")[1] ?? "");
  const names = alone === undefined ? hinted : [alone];
  return names.every((name) => !Object.hasOwn(message, name)) ? names : [];
}

/** A KeyError of Python may also be about the member that contains the whole message. */
const loneName = /^'(\w+)'$/;

function refusalOf(error: unknown): unknown {
  if (error instanceof RpcReplyError) return { message: error.text, data: error.data };
  return error instanceof HttpStatusError ? refusalIn(error.answer) : undefined;
}

function refusalIn(reply: unknown): unknown {
  if (!isObject(reply) || !isObject(reply.error)) return reply;
  const { message, data } = reply.error;
  return { message, data };
}
