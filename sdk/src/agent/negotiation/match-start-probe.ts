/**
 * Determines the call that starts a match at a referee that acknowledges every message. The probes are orders without a
 * match, so that none starts one: the answer to a supported order differs from that to an unknown type.
 */
import { protocol } from "@league-v2/contract";
import { answerSignature } from "../../wire/derive/answer-signature.js";
import { probeMethod, probeType } from "../../wire/derive/probe.js";
import type { Exchange } from "../../wire/derive/types.js";
import type { Form, JsonObject, WireFormRegistry } from "../../wire/index.js";
import { COMMON_ENVELOPE } from "../../wire/types.js";

const order = "RUN_MATCH";
/** Sends a body to the referee. */
export type AskOrder = (body: unknown) => Promise<Exchange | undefined>;

/**
 * @param answer to the whole order, in the form `asked`
 * @returns the form of the supported order; undefined if `answer` is specific, or if no other order is supported
 */
export async function probeMatchStart(
  answer: unknown,
  message: object,
  asked: Form,
  registry: WireFormRegistry,
  ask: AskOrder,
): Promise<Form | undefined> {
  const empty = emptyOrder(message);
  const unknown = await ask(renamed(bodyIn(asked, empty), asked));
  const general = unknown && answerSignature(unknown.reply, unknown.status);
  if (general === undefined || general !== answerSignature(answer, unknown?.status)) return undefined;
  for (const form of ordersIn(registry, asked)) {
    const probe = await ask(bodyIn(form, empty));
    if (probe !== undefined && answerSignature(probe.reply, probe.status) !== general) return form;
  }
  return undefined;
}

/** The order without its match. */
export function emptyOrder(message: object): JsonObject {
  return Object.fromEntries(
    Object.entries(message).filter(([name]) => COMMON_ENVELOPE.some((one) => one === name)),
  );
}

/** The forms with a separate order method, at the place of the form `asked`. */
function ordersIn(registry: WireFormRegistry, asked: Form): Form[] {
  const own = registry.all.filter(({ profile: { messages, path } }) => {
    return path === protocol.paths.mcp && messages[order]?.method !== undefined;
  });
  return [...new Set(own.map((form) => registry.at(form, asked.profile.request)))];
}

function bodyIn(form: Form, message: JsonObject): unknown {
  return form.request(order, message, 1, {});
}

/** The same request with an unknown method and type. */
function renamed(body: unknown, form: Form): unknown {
  const text = JSON.stringify(body).replaceAll(`"${form.methodName(order)}"`, `"${probeMethod}"`);
  return JSON.parse(text.replaceAll(`"${order}"`, `"${probeType}"`));
}
