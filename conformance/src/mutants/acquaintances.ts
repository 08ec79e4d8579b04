/** What an agent has learned about itself and about others, for faults that depend on it. */
import { isObject, type JsonObject } from "../json.js";
import type { FaultInjection } from "../subject/in-process-subject.js";
import { parse } from "./fault-injection.js";

export interface Acquaintance {
  role: "player" | "referee";
  id: string;
  /** As a sender. */
  name: string;
  url: string;
  token?: string;
  /** A player's side in the match that is meant. */
  side?: "A" | "B";
  /** The id of the other player of that match. */
  opponent?: string;
}

const REGISTRATIONS: Readonly<Record<string, Acquaintance["role"]>> = {
  LEAGUE_REGISTER_REQUEST: "player",
  REFEREE_REGISTER_REQUEST: "referee",
};

export class Acquaintances {
  /** Its own id and token. */
  readonly me: { id?: unknown; token?: unknown } = {};
  /** The agents that have registered. */
  readonly members: Acquaintance[] = [];
  /** The players of each match that it was ordered to play, or that was announced to it. */
  readonly matches = new Map<unknown, readonly Acquaintance[]>();

  /** Listens, and changes nothing. */
  readonly listening: FaultInjection = {
    handler: (inner) => async (http) => {
      const params = parse(http.body)?.params;
      if (isObject(params)) this.received(params);
      const reply = await inner(http);
      const result = parse(reply.body)?.result;
      if (isObject(params) && isObject(result)) this.answered(params, result);
      return reply;
    },
    transport: (inner) => ({
      send: async (request) => {
        const type = String(/"message_type":"([A-Z_]+)"/.exec(request.body)?.[1]);
        if (type === "LEAGUE_QUERY") this.resumed(parse(request.body)?.params);
        const reply = await inner.send(request);
        const result = REGISTRATIONS[type] === undefined ? undefined : parse(reply.body)?.result;
        if (isObject(result) && typeof result.auth_token === "string") {
          this.me.id = result.player_id ?? result.referee_id;
          this.me.token = result.auth_token;
        }
        return reply;
      },
    }),
  };

  /** Who gets a message at this address. */
  receiver(url: string | undefined, message: JsonObject): Acquaintance | undefined {
    const player = this.matches.get(message.match_id)?.find((one) => one.url === url);
    return player ?? this.at(url);
  }

  /** The agent that has registered last at this address. */
  at(url: string | undefined): Acquaintance | undefined {
    return this.members.findLast((member) => member.url === url);
  }

  /** Who sends messages under this name. */
  sender(name: unknown): Acquaintance | undefined {
    return this.members.find((member) => member.name === name);
  }

  /** An agent that has kept its registration asks for something first. */
  private resumed(query: unknown): void {
    if (!isObject(query) || this.me.id !== undefined) return;
    this.me.id = String(query.sender).replace(/^\w+:/, "");
    this.me.token = query.auth_token;
  }

  private received(message: JsonObject): void {
    const { message_type, matches } = message;
    if (message_type === "RUN_MATCH") this.ordered(message);
    if (message_type !== "ROUND_ANNOUNCEMENT" || !Array.isArray(matches)) return;
    for (const match of matches) if (isObject(match)) this.ordered(match);
  }

  private ordered(order: JsonObject): void {
    const [a, b] = [String(order.player_A_id), String(order.player_B_id)];
    const player = (side: "A" | "B", id: string, opponent: string): Acquaintance => ({
      role: "player",
      id,
      name: `player:${id}`,
      side,
      opponent,
      url: String(order[`player_${side}_endpoint`]),
    });
    const players = [player("A", a, b), player("B", b, a)];
    this.matches.set(order.match_id, players);
  }

  private answered(request: JsonObject, result: JsonObject): void {
    const role = REGISTRATIONS[String(request.message_type)];
    const meta = role === undefined ? undefined : request[`${role}_meta`];
    if (role === undefined || !isObject(meta) || typeof result.auth_token !== "string") return;
    const id = String(result[`${role}_id`]);
    const url = String(meta.contact_endpoint);
    this.members.push({ role, id, name: `${role}:${id}`, token: result.auth_token, url });
  }
}
