/**
 * Functions for mutants. Each one makes a `FaultInjection` that changes one type of message in one way; `all(…)`
 * combines several.
 */

import { protocol } from "../contract.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { parityOf } from "../peers/actors/result.js";
import type { Clock, HttpReply, IncomingReply } from "../sdk.js";
import type { FaultInjection, FaultTools } from "../subject/in-process-subject.js";
import { pause } from "../time/pause.js";
import type { ServerBehaviour } from "../wire/types.js";

/** Undefined: the message is not changed. */
export type Change = (
  message: JsonObject,
  context: { request: JsonObject; tools: FaultTools },
) => JsonObject | undefined;

/** Changes the message with which the agent answers messages of this type. */
export function changeReply(requestType: string, change: Change): FaultInjection {
  return changeReplyBody(requestType, (body, context) => {
    if (!isObject(body.result)) return undefined;
    const result = change(body.result, context);
    return result === undefined ? undefined : { ...body, result };
  });
}

/** Changes the whole JSON-RPC body of the answer; `*` stands for every type. */
export function changeReplyBody(requestType: string, change: Change): FaultInjection {
  return {
    handler: (inner, tools) => async (http) => {
      const reply = await inner(http);
      const request = messageIn(http.body);
      const body = parse(reply.body);
      if (request === undefined || body === undefined || !isAbout(request, requestType)) return reply;
      const changed = change(body, { request, tools });
      return changed === undefined ? reply : { ...reply, body: JSON.stringify(changed) };
    },
  };
}

/** Changes messages of this type before the agent receives them. */
export function changeRequest(type: string, change: Change): FaultInjection {
  return {
    handler: (inner, tools) => (http) => {
      const body = parse(http.body);
      if (body === undefined || !isObject(body.params) || !isAbout(body.params, type)) return inner(http);
      const params = change(body.params, { request: body.params, tools });
      return inner(params === undefined ? http : { ...http, body: JSON.stringify({ ...body, params }) });
    },
  };
}

/** Passes messages of this type to `note`, and unchanged to the agent. */
export function observe(type: string, note: (message: JsonObject) => void): FaultInjection {
  return changeRequest(type, (message) => {
    note(message);
    return undefined;
  });
}

/**
 * Answers requests of this type instead of the agent. `answer` returns the whole reply, or undefined if the agent
 * should answer. Notifications and bodies that are no JSON-RPC request are passed to the agent.
 */
export function answerInstead(
  type: string,
  answer: (
    message: JsonObject,
    body: JsonObject,
    tools: FaultTools,
  ) => HttpReply | undefined | Promise<HttpReply | undefined>,
): FaultInjection {
  return {
    handler: (inner, tools) => async (http) => {
      const body = parse(http.body);
      const message = messageIn(http.body);
      if (body === undefined || message === undefined || !isAbout(message, type)) return inner(http);
      return isRequest(body) ? ((await answer(message, body, tools)) ?? inner(http)) : inner(http);
    },
  };
}

/** Delays the answers to messages of this type. */
export function delaysReply(type: string, ms: number): FaultInjection {
  return {
    handler:
      (inner, { clock }) =>
      async (http) => {
        const message = messageIn(http.body);
        const reply = await inner(http);
        if (message !== undefined && isAbout(message, type)) await pause(clock, ms);
        return reply;
      },
  };
}

/** Changes the messages of this type that the agent sends. */
export function changeCall(type: string, change: Change): FaultInjection {
  return onCall(type, async (send, body, tools) => {
    const params = change(body.params as JsonObject, { request: body.params as JsonObject, tools });
    return send(params === undefined ? body : { ...body, params });
  });
}

/** The reply of a peer with this body. */
export function answerOf(body: unknown): IncomingReply {
  return { status: 200, contentType: "application/json", body: JSON.stringify(body) };
}

/** Every timer of `from` milliseconds runs for `to` milliseconds. */
export function mistakesTime(from: number, to: number): FaultInjection {
  return {
    clock: (inner): Clock => ({
      now: () => inner.now(),
      after: (ms, run) => inner.after(ms === from ? to : ms, run),
    }),
  };
}

/** All of these at once; the first is nearest to the agent. */
export function all(...injections: readonly FaultInjection[]): FaultInjection {
  const agent = injections.find((one) => one.agent !== undefined)?.agent;
  return {
    ...(agent === undefined ? {} : { agent }),
    handler: (inner, tools) => injections.reduce((done, one) => one.handler?.(done, tools) ?? done, inner),
    transport: (inner, tools) =>
      injections.reduce((done, one) => one.transport?.(done, tools) ?? done, inner),
    clock: (inner, tools) => injections.reduce((done, one) => one.clock?.(done, tools) ?? done, inner),
    random: (inner, tools) => injections.reduce((done, one) => one.random?.(done, tools) ?? done, inner),
    serverBehaviour: Object.assign(
      {},
      ...injections.map(({ serverBehaviour }) => serverBehaviour),
    ) as ServerBehaviour,
    deliver: (answer, arrival, tools) =>
      injections.reduce((done, one) => one.deliver?.(done, arrival, tools) ?? done, answer),
  };
}

export type Send = (body: JsonObject) => Promise<IncomingReply>;

/** Intercepts the agent's calls of one type, with their URLs; `*` means every type. */
export function onCall(
  type: string,
  act: (send: Send, body: JsonObject, tools: FaultTools, url: string) => Promise<IncomingReply>,
): FaultInjection {
  return {
    transport: (inner, tools) => ({
      send: (request) => {
        const body = parse(request.body);
        if (body === undefined || !isObject(body.params) || !isAbout(body.params, type))
          return inner.send(request);
        return act(
          (changed) => inner.send({ ...request, body: JSON.stringify(changed) }),
          body,
          tools,
          request.url,
        );
      },
    }),
  };
}

/** A JSON-RPC reply, ready to be sent. */
export function jsonReply(body: unknown, status = 200): HttpReply {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** A JSON-RPC result for this request. */
export function resultReply(request: JsonObject, result: unknown): HttpReply {
  return jsonReply({ jsonrpc: "2.0", id: request.id ?? null, result });
}

/** A JSON-RPC error for this request. */
export function errorReply(request: JsonObject, code: number, message: string): HttpReply {
  return jsonReply({ jsonrpc: "2.0", id: request.id ?? null, error: { code, message } });
}

function messageIn(body: Uint8Array | string): JsonObject | undefined {
  const parsed = parse(body);
  return isObject(parsed?.params) ? parsed.params : parsed === undefined ? undefined : {};
}

/** A body as text; bytes that are no UTF-8 become replacement characters. */
export function textOf(body: Uint8Array | string): string {
  return typeof body === "string" ? body : new TextDecoder().decode(body);
}

/** The JSON of a text; undefined when it is none. */
export function jsonOf(text = ""): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Changes the text of all received and all sent messages. */
export function rewrite(received: (text: string) => string, sent: (text: string) => string): FaultInjection {
  return {
    handler: (inner) => async (http) => {
      const reply = await inner({ ...http, body: received(textOf(http.body)) });
      return { ...reply, body: sent(reply.body) };
    },
    transport: (inner) => ({
      send: async (request) => {
        const reply = await inner.send({ ...request, body: sent(request.body) });
        return { ...reply, body: received(reply.body) };
      },
    }),
  };
}

function isRequest({ jsonrpc, method, id }: JsonObject): boolean {
  const isId = id === null || typeof id === "string" || typeof id === "number";
  return jsonrpc === "2.0" && typeof method === "string" && isId;
}

function isAbout(message: JsonObject, type: string): boolean {
  return type === "*" || message.message_type === type;
}

/** The JSON object in a body; undefined when it is none. */
export function parse(body: Uint8Array | string): JsonObject | undefined {
  const value = jsonOf(textOf(body));
  return isObject(value) ? value : undefined;
}

/** A fault of players and referees: the token is in the last lines of the output. */
export const writesTokenAtTheEnd = changeReply("SHUTDOWN_COMMAND", ({ auth_token }, { tools }) => {
  tools.print(`bye: ${String(auth_token)}`);
  return undefined;
});

// Changes the result of a match, in GAME_OVER and in the report alike.

export interface Ending {
  status: unknown;
  winner: string | null;
  number: number | null;
  choices: JsonObject;
  /** Player A's id, then B's. */
  players: readonly string[];
  matchId: string;
}

/** @param change undefined: the ending is not changed; scores and parity follow from the changes */
export function changeEnding(change: (ending: Ending) => Partial<Ending> | undefined): FaultInjection {
  return all(
    changeCall("GAME_OVER", (message) => {
      const { game_result } = message;
      if (!isObject(game_result)) return undefined;
      const before = read(message, game_result.status, game_result.winner_player_id, game_result);
      const changes = change(before);
      if (changes === undefined) return undefined;
      const { status, winner, number, choices } = { ...before, ...changes };
      const faults = {
        status,
        winner_player_id: winner,
        drawn_number: number,
        number_parity: parity(number),
        choices,
      };
      return { ...message, game_result: { ...game_result, ...faults } };
    }),
    changeCall("MATCH_RESULT_REPORT", (message) => {
      const { result } = message;
      if (!isObject(result) || !isObject(result.details)) return undefined;
      const before = read(message, result.status, result.winner, result.details);
      const changes = change(before);
      if (changes === undefined) return undefined;
      const { status, winner, number, choices, players } = { ...before, ...changes };
      const details = { ...result.details, drawn_number: number, number_parity: parity(number), choices };
      return {
        ...message,
        result: { ...result, status, winner, score: scoreOf(status, winner, players), details },
      };
    }),
  );
}

/** Whether no number was drawn because a player failed. */
export function hasFailed({ number }: Ending): boolean {
  return number === null;
}

function read(message: JsonObject, status: unknown, winner: unknown, details: JsonObject): Ending {
  const choices = isObject(details.choices) ? details.choices : {};
  return {
    status,
    winner: typeof winner === "string" ? winner : null,
    number: typeof details.drawn_number === "number" ? details.drawn_number : null,
    choices,
    // The reference referee names A first.
    players: Object.keys(choices),
    matchId: String(message.match_id),
  };
}

function parity(number: number | null): string | null {
  return number === null ? null : parityOf(number);
}

function scoreOf(status: unknown, winner: string | null, players: readonly string[]): JsonObject {
  const { win, draw, loss } = protocol.points;
  return Object.fromEntries(players.map((id) => [id, status === "DRAW" ? draw : id === winner ? win : loss]));
}
