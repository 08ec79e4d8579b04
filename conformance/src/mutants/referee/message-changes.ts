/** Changes of the messages that a referee receives and sends. */
import { protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { parityOf } from "../../peers/result.js";
import type { IncomingReply } from "../../sdk.js";
import type { FaultInjection, FaultTools } from "../../subject/in-process-subject.js";
import {
  all,
  answerOf,
  changeCall,
  changeReply,
  changeRequest,
  jsonOf,
  onCall,
  parse,
} from "../fault-injection.js";

/** RUN_MATCH_ACK as the reference referee would send it. */
export function acknowledgement({ protocol, timestamp, conversation_id, match_id }: JsonObject): JsonObject {
  const auth_token = "made-up-by-a-mutant";
  return {
    protocol,
    message_type: "RUN_MATCH_ACK",
    timestamp,
    conversation_id,
    auth_token,
    match_id,
    status: "acknowledged",
  };
}

/** Accepts an order of the league manager from every sender for which `isAccepted` is true. */
export function acceptsFrom(type: string, isAccepted: (sender: string) => boolean): FaultInjection {
  return changeRequest(type, (order) =>
    isAccepted(String(order.sender)) ? { ...order, sender: "league_manager" } : undefined,
  );
}

export interface Asked {
  /** The message that was sent. */
  message: JsonObject;
  /** Its JSON-RPC id. */
  id: unknown;
  /** The receiver. */
  url: string;
  tools: FaultTools;
}

/** The body of an answer as JSON; undefined if it is none. */
export type AnswerChange = (body: unknown, asked: Asked) => unknown | Promise<unknown>;

/** Changes the whole body of the answers to calls of this type; undefined: the answer is not changed. */
export function changeAnswer(type: string, change: AnswerChange): FaultInjection {
  return onCall(type, async (send, body, tools, url) => {
    const reply = await send(body);
    const changed = await change(jsonOf(reply.body), {
      message: body.params as JsonObject,
      id: body.id,
      url,
      tools,
    });
    return changed === undefined ? reply : answerOf(changed);
  });
}

/** Changes the message in the answers to calls of this type. */
export function changeAnswered(
  type: string,
  change: (result: JsonObject, asked: Asked) => JsonObject | undefined,
): FaultInjection {
  return changeAnswer(type, (body, asked) => {
    const result = isObject(body) && isObject(body.result) ? change(body.result, asked) : undefined;
    return result === undefined || !isObject(body) ? undefined : { ...body, result };
  });
}

/** Sends another message with each call of this type. */
export function alsoSends(
  type: string,
  extra: (message: JsonObject, url: string) => readonly { url: string; body: JsonObject }[],
): FaultInjection {
  return {
    transport: (inner) => ({
      send: (request) => {
        const { params } = parse(request.body) ?? {};
        const message = isObject(params) ? params : {};
        for (const one of message.message_type === type ? extra(message, request.url) : []) {
          const { signal } = new AbortController();
          void inner
            .send({ ...request, url: one.url, body: JSON.stringify(one.body), signal })
            .catch(() => undefined);
        }
        return inner.send(request);
      },
    }),
  };
}

/** The reply of a peer with this message as its result. */
export function resultOf({ id }: JsonObject, result: JsonObject): IncomingReply {
  return answerOf({ jsonrpc: "2.0", id, result });
}

/** A reply message of a player to this message: its envelope, and these members. */
export function fromPlayer(
  message: JsonObject,
  type: string,
  player_id: unknown,
  members: JsonObject,
): JsonObject {
  const { protocol, timestamp, conversation_id, match_id } = message;
  const auth_token = "made-up-by-a-mutant";
  return {
    protocol,
    message_type: type,
    sender: `player:${String(player_id)}`,
    timestamp,
    conversation_id,
    auth_token,
    match_id,
    player_id,
    ...members,
  };
}

// Makes a referee send another conversation_id than its own state has.

const OF_A_MATCH = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];

/** The peers receive this conversation_id, the referee the one that it has chosen. */
export function withConversation(conversation: (message: JsonObject, url: string) => string): FaultInjection {
  return onCall("*", async (send, body, _, url) => {
    const message = body.params as JsonObject;
    const own = message.conversation_id;
    if (!OF_A_MATCH.includes(String(message.message_type))) return send(body);
    const shown = conversation(message, url);
    const reply = await send({ ...body, params: { ...message, conversation_id: shown } });
    return { ...reply, body: reply.body.replaceAll(JSON.stringify(shown), JSON.stringify(own)) };
  });
}

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

// The match orders that a referee has received.

export interface Order {
  matchId: string;
  players: readonly { id: string; url: string }[];
}

/**
 * The reference referee starts a match on an announcement with the players' endpoints, or on RUN_MATCH. With this it
 * starts matches only on RUN_MATCH, for faults in its handling.
 */
export const startsOnOrders: FaultInjection = changeRequest("ROUND_ANNOUNCEMENT", (round) => ({
  ...round,
  matches: announcedIn(round).map(({ player_A_endpoint: _, player_B_endpoint: __, ...match }) => match),
}));

export class Orders {
  private readonly orders = new Map<string, Order>();

  /** Records RUN_MATCH and announcements. */
  readonly listening: FaultInjection = all(
    changeRequest("RUN_MATCH", (order) => this.store(order)),
    changeRequest("ROUND_ANNOUNCEMENT", (round) => {
      for (const match of announcedIn(round)) this.store(match);
      return undefined;
    }),
  );

  of(message: JsonObject): Order | undefined {
    return this.orders.get(String(message.match_id));
  }

  /** The id of the player at this address. */
  addressee(message: JsonObject, url: string): string | undefined {
    return this.of(message)?.players.find((player) => player.url === url)?.id;
  }

  others(message: JsonObject): Order[] {
    return [...this.orders.values()].filter(({ matchId }) => matchId !== message.match_id);
  }

  private store(order: JsonObject): undefined {
    const player = (side: string) => ({
      id: String(order[`player_${side}_id`]),
      url: String(order[`player_${side}_endpoint`]),
    });
    const matchId = String(order.match_id);
    this.orders.set(matchId, { matchId, players: [player("A"), player("B")] });
  }
}

export function announcedIn({ matches }: JsonObject): JsonObject[] {
  return Array.isArray(matches) ? matches.filter(isObject) : [];
}

// Makes the reference referee play a match a second time, with the same id.

/** The id of the repetition inside of the referee. */
const repetitionOf = (matchId: unknown): string => `${String(matchId)}.again`;

/** Every RUN_MATCH of a match that `known` already is played again. */
export function replaysMatch(known: (matchId: unknown) => boolean): FaultInjection {
  return all(
    changeRequest("RUN_MATCH", (order) =>
      known(order.match_id) ? { ...order, match_id: repetitionOf(order.match_id) } : undefined,
    ),
    changeReply("RUN_MATCH", (ack) =>
      typeof ack.match_id === "string"
        ? { ...ack, match_id: ack.match_id.replace(/\.again$/, "") }
        : undefined,
    ),
    onCall("*", async (send, body) => {
      const params = body.params as JsonObject;
      const { match_id } = params;
      if (typeof match_id !== "string" || !match_id.endsWith(".again")) return send(body);
      const real = match_id.replace(/\.again$/, "");
      const reply: IncomingReply = await send({ ...body, params: { ...params, match_id: real } });
      return jsonOf(reply.body) === undefined
        ? reply
        : { ...reply, body: reply.body.replaceAll(`"${real}"`, `"${match_id}"`) };
    }),
  );
}
