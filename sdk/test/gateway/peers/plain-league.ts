/** A league with method names of the flat dialect that sends given messages to our player, and records its answers. */

import { SimulatedPlatform, urlOf } from "../../../src/testing/index.js";
import { createPlayer, type PlayerOptions } from "../agents.js";
import { type Body, bodyOf, rpcError, rpcResult } from "./json-rpc.js";
import { type LeagueHabits, WildLeague } from "./wild-league.js";

const league = urlOf(8000);
const envelope = {
  ...{ protocol: "league.v2", sender: "league_manager" },
  timestamp: "2025-12-20T10:00:00Z",
};

/** @param given other members of an acceptance than the id */
export const leagueThatGives = (given: Body): LeagueHabits => ({
  name: "tokenless",
  read: ({ params }) => {
    const message = bodyOf(params);
    return { type: String(message.message_type), message };
  },
  endpoint: ({ player_meta, referee_meta }) => String(bodyOf(player_meta ?? referee_meta).contact_endpoint),
  accepts: (agent, role, { id, params }) =>
    rpcResult(id, {
      ...{ ...envelope, message_type: `${role === "player" ? "LEAGUE" : "REFEREE"}_REGISTER_RESPONSE` },
      ...{ conversation_id: bodyOf(params).conversation_id, status: "ACCEPTED", [`${role}_id`]: agent },
      ...given,
    }),
  acknowledges: (_type, _message, { id }) => rpcResult(id, { status: "acknowledged" }),
  refuses: ({ id }) => rpcError(id, -32_601, "Method not found"),
  tell: (type, fields) => ({
    ...{ jsonrpc: "2.0", id: 1, method: type.toLowerCase() },
    params: { ...envelope, message_type: type, conversation_id: `conv-${type}`, league_id: "L1", ...fields },
  }),
});

export interface Joined {
  readonly platform: SimulatedPlatform;
  readonly manager: WildLeague;
  readonly close: () => Promise<unknown>;
}

/** Our player, once it has registered. */
export async function joined(
  given: Body,
  options: Partial<PlayerOptions> = {},
  platform = new SimulatedPlatform(),
): Promise<Joined> {
  const manager = new WildLeague(leagueThatGives(given), platform.network);
  platform.network.attach(league, manager.handle);
  const player = createPlayer({ displayName: "ours", choose: () => "odd", ...options });
  const running = platform.connect(player, 8101, league);
  await platform.clock.run(running.registered);
  return { platform, manager, close: () => running.close() };
}
