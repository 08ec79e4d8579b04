/** Reads answers of services, and writes answers that services can read: all usual names, with and without a wrapper. */
import { answerKind } from "../acknowledgement.js";
import { isObject } from "../members.js";
import type { JsonObject } from "../types.js";
import { inFormat } from "../value-format.js";

const wrappers = ["data", "result", "payload", "response", "body"];
const joinFlags = ["accepted", "accept", "joined", "join", "ready", "confirmed"];
const declined = /^(?:declined|rejected|refused|busy|unavailable)$/i;
/** The messages whose answer is no more than an acknowledgement. */
const choiceCall = "CHOOSE_PARITY_CALL";

/** An acceptance is read in any shape, with its id. */
const registers = /_REGISTER_REQUEST$/;

/** The content of an answer with HTTP 2xx as one object; the status alone acknowledges all messages but the call for a choice. */
export function readServiceAnswer(type: string, body: unknown): unknown {
  if (registers.test(type)) return body;
  if (type === choiceCall && typeof body === "string") return { choice: body.trim().toLowerCase() };
  const whole = isObject(body) ? body : {};
  const [first = "", ...others] = Object.keys(whole);
  const only = others.length === 0 ? first : "";
  const wrapper = wrappers.find((name) => isObject(whole[name])) ?? only;
  const { success: _, event: __, ...outer } = whole;
  const content: JsonObject = {
    ...outer,
    ...(isObject(whole[wrapper]) ? { [wrapper]: undefined, ...whole[wrapper] } : {}),
  };
  if (type === choiceCall) return content;
  const kind = answerKind(whole);
  if (kind === "refused") return whole;
  const word = typeof content.status === "string" ? content.status : "";
  const flag = declined.test(word)
    ? false
    : joinFlags.map((name) => content[name]).find((value) => typeof value === "boolean");
  const joined =
    type === "GAME_INVITATION" && flag !== undefined
      ? { accept: flag, status: flag ? "ACCEPTED" : "DECLINED" }
      : {};
  const isPlain = kind === "ok" || (kind === "none" && ["ok", "none"].includes(answerKind(content)));
  return { ...content, ...(isPlain ? { status: "received" } : {}), ...joined };
}

/** The same with the ids of an order, where a referee names the match and the players by their numbers. */
export function readServiceResult(type: string, body: unknown, order: object): unknown {
  const content = readServiceAnswer(type, body);
  if (type !== "RUN_MATCH" || !isObject(content)) return content;
  const { match_id, player_A_id: a, player_B_id: b }: JsonObject = { ...order };
  const idOf = (id: unknown) =>
    [match_id, a, b].find((one) => String(inFormat(one, "number")) === String(id)) ?? id;
  const { choices } = content;
  const numbered = Object.entries(content).filter(
    ([name, value]) => typeof value === "number" && idNames.test(name),
  );
  return {
    ...content,
    ...Object.fromEntries(numbered.map(([name, value]) => [name, idOf(value)])),
    ...(isObject(choices)
      ? { choices: Object.fromEntries(Object.entries(choices).map(([id, one]) => [idOf(id), one])) }
      : {}),
  };
}

const idNames = /^(?:winner|match|game)(?:_player)?(?:_id)?$/;

/** Names under which services read the members of an answer. */
const usual: Readonly<Record<string, (reply: JsonObject) => JsonObject>> = {
  GAME_JOIN_ACK: ({ accept }) => ({
    ...{ accepted: accept, joined: accept, ready: accept },
    ...{ status: accept === true ? "accepted" : "declined", event: accept === true ? "joined" : "declined" },
  }),
  CHOOSE_PARITY_RESPONSE: ({ parity_choice: choice }) => ({
    ...{
      choice,
      parity: choice,
      pick: choice,
      move: choice,
      selection: choice,
      answer: choice,
      decision: choice,
      value: choice,
    },
    ...{ status: "ok", event: "chosen" },
  }),
  LEAGUE_REGISTER_RESPONSE: ({ player_id, auth_token }) => ({
    id: player_id,
    agent_id: player_id,
    token: auth_token,
    event: "registered",
  }),
  REFEREE_REGISTER_RESPONSE: ({ referee_id, auth_token }) => ({
    id: referee_id,
    agent_id: referee_id,
    token: auth_token,
    event: "registered",
  }),
};

/** The members of an answer under all usual names. */
export function withServiceNames(reply: JsonObject): JsonObject {
  const more = typeof reply.message_type === "string" ? usual[reply.message_type]?.(reply) : undefined;
  return { status: "ok", ...reply, ...more };
}

/** The whole body of an answer: its members in both spellings, next to a wrapper and in it. */
export function serviceBody(members: JsonObject, data = "data"): JsonObject {
  const both = Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => [
      [name, value],
      [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value],
    ]),
  );
  return { success: true, ok: true, ...both, [data]: both };
}
