/** Reads positional params: `["R1M1", "P02", 1]`. Their kinds and their order determine their names. */
import { isObject } from "../members.js";
import type { JsonObject } from "../types.js";
import { serviceName } from "./service-name.js";
import type { ServiceCall } from "./service-style.js";

const address = /^https?:\/\//i;
const parity = /^(?:even|odd)$/i;

/** @returns undefined for params with names, and for a list without a single value to be named */
export function positionalCall(body: unknown): ServiceCall | undefined {
  if (!isObject(body) || typeof body.method !== "string" || !Array.isArray(body.params)) return undefined;
  const { params } = body;
  if (params.every((one) => typeof one === "object")) return undefined;
  const texts = params.filter((one) => typeof one === "string" || one === null);
  const url = texts.find((one) => typeof one === "string" && address.test(one));
  const choices = texts.filter((one) => typeof one === "string" && parity.test(one));
  const [first, second] = texts.filter((one) => one !== url && !choices.includes(one));
  const number = params.find((one) => Number.isSafeInteger(one));
  const { name } = serviceName(body.method.replaceAll(/[.:]/g, "_"));
  const members: JsonObject =
    url === undefined ? aboutMatch(first, second, number, choices) : { name: first, url };
  const style = { path: "/", prefix: "", isCamel: false };
  return {
    style,
    name,
    match_id: url === undefined && typeof first === "string" ? first : undefined,
    members,
  };
}

/** The second text is the opponent in an invitation, and the winner in a result. */
function aboutMatch(
  match_id: unknown,
  other: unknown,
  number: unknown,
  choices: readonly unknown[],
): JsonObject {
  const [choice_a, choice_b] = choices;
  const sides = choice_b === undefined ? {} : { choice_a, choice_b };
  const counted = number === undefined ? {} : { round_id: number, number };
  return {
    match_id,
    opponent_id: other,
    ...(other === undefined ? {} : { winner: other }),
    ...counted,
    ...sides,
  };
}

/** The answer of a function: a choice alone, or whether it has succeeded. */
export function scalarReply(reply: JsonObject): unknown {
  switch (reply.message_type) {
    case "GAME_JOIN_ACK":
      return reply.accept;
    case "CHOOSE_PARITY_RESPONSE":
      return reply.parity_choice;
    case "LEAGUE_REGISTER_RESPONSE":
    case "REFEREE_REGISTER_RESPONSE":
      return reply;
    default:
      return true;
  }
}
