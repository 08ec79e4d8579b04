/** The registration request of a player (IS 4.2.1). */
import { leagueRegisterRequest, protocolGameTypes, protocolSpecVersion } from "@league-v2/contract";
import type { AgentRuntime } from "../agent/assembly/agent-runtime.js";
import type { RegistrationReply } from "../agent/membership/registration.js";
import type { calledByPlayer } from "./methods.js";
import type { PlayerOptions } from "./player-options.js";

/** One registration with the league manager at `league`, retries included. @throws LeagueError */
export async function registerPlayer(
  league: string,
  conversation_id: string,
  { displayName, version = "1.0.0", gameTypes = protocolGameTypes }: PlayerOptions,
  { senderIdentity, caller, agentContext }: AgentRuntime<typeof calledByPlayer>,
): Promise<RegistrationReply> {
  const request = leagueRegisterRequest(senderIdentity.identity(conversation_id), {
    player_meta: {
      display_name: displayName,
      version,
      game_types: [...gameTypes],
      contact_endpoint: agentContext.endpoint,
      protocol_version: protocolSpecVersion,
    },
  });
  const reply = await caller.call(league, "register_player", request);
  return { ...reply, id: reply.player_id };
}
