/** A league manager as a plain script, with its own ways to register agents and to start matches. */
import type { HttpReply, HttpRequest } from "../../../src/http/types.js";
import type { MemoryNetwork } from "../../../src/memory/index.js";
import { type Body, bodyOf, type Reply } from "./json-rpc.js";

export interface Joined {
  readonly id: string;
  readonly url: string;
}

export interface LeagueHabits {
  readonly name: string;
  /** The message in a request, and its type; undefined for an unreadable request. */
  readonly read: (request: Body) => { readonly type: string; readonly message: Body } | undefined;
  /** The address in an agent's registration; undefined if this manager refuses it. */
  readonly endpoint: (message: Body) => string | undefined;
  readonly accepts: (id: string, role: "player" | "referee", request: Body) => Reply;
  readonly acknowledges: (type: string, message: Body, request: Body) => Reply;
  readonly refuses: (request: Body) => Reply;
  /** An announcement or an order to an agent. */
  readonly tell: (type: string, fields: Body) => Body;
  /** The path at which it starts matches, if that is not the referee's endpoint. */
  readonly startPath?: string;
  /** The message that starts a match at a referee; undefined if this manager cannot send the endpoints. */
  readonly start?: (match: Body, referee: Joined) => Body;
}

export class WildLeague {
  readonly players: Joined[] = [];
  readonly referees: Joined[] = [];
  readonly reports: Body[] = [];
  readonly registrations: string[] = [];
  readonly #contentVariants: LeagueHabits;
  readonly #network: MemoryNetwork;

  constructor(habits: LeagueHabits, network: MemoryNetwork) {
    this.#contentVariants = habits;
    this.#network = network;
  }

  readonly handle = async ({ body }: HttpRequest): Promise<HttpReply> => {
    const reply = this.#answer(bodyOf(JSON.parse(String(body))));
    return {
      status: reply.status ?? 200,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(reply.body),
    };
  };

  #answer(request: Body): Reply {
    const habits = this.#contentVariants;
    const read = habits.read(request);
    if (read === undefined) return habits.refuses(request);
    const { type, message } = read;
    if (type === "MATCH_RESULT_REPORT") this.reports.push(message);
    if (!type.endsWith("REGISTER_REQUEST")) return habits.acknowledges(type, message, request);
    const url = habits.endpoint(message);
    if (url === undefined) return habits.refuses(request);
    this.registrations.push(url);
    const role = type.startsWith("REFEREE") ? "referee" : "player";
    const members = role === "player" ? this.players : this.referees;
    const id = `${role === "player" ? "P" : "REF"}0${members.length + 1}`;
    members.push({ id, url });
    return habits.accepts(id, role, request);
  }

  async tell({ url }: Joined, type: string, fields: Body): Promise<Body> {
    return this.send(url, this.request(type, fields));
  }

  /** A message to an agent in this manager's form. */
  request(type: string, fields: Body): Body {
    return this.#contentVariants.tell(type, fields);
  }

  /** Starts a match of the first two players; resolves with the referee's answer. */
  start(referee: Joined): Promise<Body> | undefined {
    const [a, b] = this.players;
    if (a === undefined || b === undefined || this.#contentVariants.start === undefined) return undefined;
    const match = {
      ...{ match_id: "R1M1", round_id: 1, game_type: "even_odd", player_A_id: a.id, player_B_id: b.id },
      ...{ player_A_endpoint: a.url, player_B_endpoint: b.url },
    };
    const { href } = new URL(this.#contentVariants.startPath ?? "", referee.url);
    return this.send(href, this.#contentVariants.start(match, referee));
  }

  async send(url: string, body: Body): Promise<Body> {
    const signal = new AbortController().signal;
    const reply = await this.#network.send({ url, body: JSON.stringify(body), signal });
    return bodyOf(JSON.parse(reply.body));
  }
}
