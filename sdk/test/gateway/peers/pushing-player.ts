/** A player that acknowledges requests, and sends its answers as requests. */
import type { Transport } from "../../../src/index.js";
import { type Clock, sleep } from "../../../src/platform/clock.js";
import { type Body, bodyOf, post, rpcError } from "./json-rpc.js";
import { now, type PlayerForm, registers, rpc, says, usual } from "./player.js";

export interface PushHabits {
  /** `both`: it sends two different choices. */
  readonly choice: "pushed" | "answered" | "both";
  /** The delay of the pushed answer after the acknowledgement; 0: before it. */
  readonly delayMs: number;
  /** Its own id, in place of that of its league. */
  readonly signsAs?: string;
}

/** @param referee where it sends its answers. @param refusals the errors with which they are answered */
export function pushingPlayer(
  { choice, delayMs, signsAs }: PushHabits,
  referee: string,
  network: Transport,
  clock: Clock,
  refusals: unknown[],
): PlayerForm {
  const push = async (method: string, messages: readonly Body[], waitMs: number): Promise<void> => {
    if (waitMs > 0) await sleep(clock, waitMs);
    for (const message of messages) {
      const { error } = await post(network, referee, rpc(method, message));
      if (error !== undefined) refusals.push(error);
    }
  };
  return {
    ...usual,
    name: "pushes",
    registration: (me) => rpc("register_player", registers(me)),
    read: ({ params }) => {
      const message = bodyOf(params);
      const type = String(message.message_type);
      return /^(GAME_|CHOOSE_|ROUND_|LEAGUE_|SHUTDOWN)/.test(type) ? { type, message } : undefined;
    },
    answer: async ({ type, message: { match_id } }, me) => {
      const own = { ...me, id: signsAs ?? me.id };
      const about = { match_id, conversation_id: match_id, auth_token: "" };
      if (type === "GAME_INVITATION") {
        const join = says(own, "GAME_JOIN_ACK", { ...about, accept: true, arrival_timestamp: now });
        await push("receive_game_join_ack", [join], 0);
        return { status: "joined" };
      }
      if (type !== "CHOOSE_PARITY_CALL") return { status: "acknowledged" };
      if (choice === "answered") return { status: "ok", parity_choice: me.choice };
      const answer = says(own, "CHOOSE_PARITY_RESPONSE", { ...about, parity_choice: me.choice });
      const all = choice === "both" ? [answer, { ...answer, parity_choice: "odd" }] : [answer];
      const pushed = push("receive_parity_response", all, delayMs);
      if (delayMs === 0) await pushed;
      return { status: "choice_sent" };
    },
    unknown: ({ id }) => rpcError(id, -32601, "Unknown message type", 400),
  };
}
