/** The match orders that a mutant's referee has received. */

import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { IncomingReply } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { all, changeReply, changeRequest, onCall } from "../fault-injection.js";
import { parse } from "./message-changes.js";

export interface Order {
  matchId: string;
  players: readonly { id: string; url: string }[];
}

/**
 * The reference referee starts a match when its announcement says where the players are, or when it is ordered. With
 * this it starts it only when it is ordered, for faults in how it takes its orders.
 */
export const startsOnOrders: FaultInjection = changeRequest("ROUND_ANNOUNCEMENT", (round) => ({
  ...round,
  matches: announcedIn(round).map(({ player_A_endpoint: _, player_B_endpoint: __, ...match }) => match),
}));

export class Orders {
  private readonly orders = new Map<string, Order>();

  /** Listens to RUN_MATCH and to announcements. */
  readonly listening: FaultInjection = all(
    changeRequest("RUN_MATCH", (order) => this.remember(order)),
    changeRequest("ROUND_ANNOUNCEMENT", (round) => {
      for (const match of announcedIn(round)) this.remember(match);
      return undefined;
    }),
  );

  of(message: JsonObject): Order | undefined {
    return this.orders.get(String(message.match_id));
  }

  /** The id of the player who lives there. */
  addressee(message: JsonObject, url: string): string | undefined {
    return this.of(message)?.players.find((player) => player.url === url)?.id;
  }

  others(message: JsonObject): Order[] {
    return [...this.orders.values()].filter(({ matchId }) => matchId !== message.match_id);
  }

  private remember(order: JsonObject): undefined {
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

// Makes the reference referee play a match a second time, under the id of the first.

/** The id under which the referee itself knows the repetition. */
const encoreOf = (matchId: unknown): string => `${String(matchId)}.again`;

const asText = (value: unknown): string => JSON.stringify(value);

/** Every RUN_MATCH of a match that `known` already is played anew. */
export function playsAgain(known: (matchId: unknown) => boolean): FaultInjection {
  return all(
    changeRequest("RUN_MATCH", (order) =>
      known(order.match_id) ? { ...order, match_id: encoreOf(order.match_id) } : undefined,
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
      return parse(reply.body) === undefined
        ? reply
        : { ...reply, body: reply.body.replaceAll(asText(real), asText(match_id)) };
    }),
  );
}
