/**
 * Which call starts a match at a referee that acknowledges every message. It gets orders that name no match, so that none
 * of them starts one: a supported order is answered differently from a type that no agent has.
 */
import { protocol } from "@league-v2/contract";
import { probeMethod, probeType } from "../wire/derive/probe.js";
import { substance } from "../wire/derive/substance.js";
import type { Exchange } from "../wire/derive/types.js";
import type { Form, JsonObject, WireFormRegistry } from "../wire/index.js";

const order = "RUN_MATCH";
/** The members of an order that are not of the match. */
const envelope = ["protocol", "message_type", "sender", "timestamp", "conversation_id"];

/** Sends a body to the referee. */
export type AskOrder = (body: unknown) => Promise<Exchange | undefined>;

/**
 * @param answer to the whole order, in the form `asked`
 * @returns the form of the supported order; undefined if its answer was more than its general one, or if it supports no other
 */
export async function knownStart(
  answer: unknown,
  message: object,
  asked: Form,
  book: WireFormRegistry,
  ask: AskOrder,
): Promise<Form | undefined> {
  const empty = emptyOrder(message);
  const unknown = await ask(renamed(bodyIn(asked, empty), asked));
  const nothing = unknown && substance(unknown.reply, unknown.status);
  if (nothing === undefined || nothing !== substance(answer, unknown?.status)) return undefined;
  for (const form of ordersIn(book, asked)) {
    const said = await ask(bodyIn(form, empty));
    if (said !== undefined && substance(said.reply, said.status) !== nothing) return form;
  }
  return undefined;
}

/** The order without its match. */
export function emptyOrder(message: object): JsonObject {
  return Object.fromEntries(Object.entries(message).filter(([name]) => envelope.includes(name)));
}

/** The forms with an order of their own, at the place of the one that was asked in. */
function ordersIn(book: WireFormRegistry, asked: Form): Form[] {
  const own = book.all.filter(({ profile: { messages, path } }) => {
    return path === protocol.paths.mcp && messages[order]?.method !== undefined;
  });
  return [...new Set(own.map((form) => book.at(form, asked.profile.request)))];
}

function bodyIn(form: Form, message: JsonObject): unknown {
  return form.request(order, message, 1, {});
}

/** The same request under a name and with a type that no agent has. */
function renamed(body: unknown, form: Form): unknown {
  const text = JSON.stringify(body).replaceAll(`"${form.methodName(order)}"`, `"${probeMethod}"`);
  return JSON.parse(text.replaceAll(`"${order}"`, `"${probeType}"`));
}
