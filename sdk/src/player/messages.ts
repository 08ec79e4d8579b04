/** The methods and replies of the contract that a player needs: imported singly, so that a bundle contains no others. */
import {
  chooseParityMethod,
  getPlayerStateMethod,
  handleGameInvitationMethod,
  leagueRegisterRequest,
  type MethodTypes,
  notifyGameErrorMethod,
  notifyLeagueCompletedMethod,
  notifyLeagueErrorMethod,
  notifyMatchResultMethod,
  notifyRoundCompletedMethod,
  notifyRoundMethod,
  type playerServes,
  protocolGameTypes,
  protocolSpecVersion,
  type Repliable,
  type Replies,
  type RequestType,
  registerPlayerMethod,
  replyToChooseParityCall,
  replyToGameError,
  replyToGameInvitation,
  replyToGameOver,
  replyToGetPlayerState,
  replyToLeagueCompleted,
  replyToLeagueError,
  replyToLeagueStandingsUpdate,
  replyToRoundAnnouncement,
  replyToRoundCompleted,
  replyToShutdownCommand,
  shutdownMethod,
  updateStandingsMethod,
} from "@league-v2/contract";
import type { BuildReply, HandlersOf } from "../agent/core/handlers.js";
import type { RegistrationReply } from "../agent/membership/registration.js";
import type { AgentRuntime } from "../agent/serving/agent-runtime.js";
import type { PlayerOptions } from "./player-options.js";

/** Every method that a player answers with a handler; `ping` and `rpc.discover` are answered by the agent. */
export const servedByPlayer = {
  notify_round: notifyRoundMethod,
  handle_game_invitation: handleGameInvitationMethod,
  choose_parity: chooseParityMethod,
  notify_match_result: notifyMatchResultMethod,
  notify_game_error: notifyGameErrorMethod,
  update_standings: updateStandingsMethod,
  notify_round_completed: notifyRoundCompletedMethod,
  notify_league_completed: notifyLeagueCompletedMethod,
  notify_league_error: notifyLeagueErrorMethod,
  shutdown: shutdownMethod,
  get_player_state: getPlayerStateMethod,
} satisfies { readonly [Method in keyof HandlersOf<typeof playerServes>]: unknown };

/** The method that every player calls; the code for resuming a registration has its own row. */
export const calledByPlayer = { register_player: registerPlayerMethod };

type Served = NonNullable<MethodTypes[keyof typeof servedByPlayer]["requestIn"]["message_type"]>;

/** By the answered message: `reply` of the contract contains those of all roles. */
const builders: { readonly [Type in Served]: unknown } = {
  ROUND_ANNOUNCEMENT: replyToRoundAnnouncement,
  GAME_INVITATION: replyToGameInvitation,
  CHOOSE_PARITY_CALL: replyToChooseParityCall,
  GAME_OVER: replyToGameOver,
  GAME_ERROR: replyToGameError,
  LEAGUE_STANDINGS_UPDATE: replyToLeagueStandingsUpdate,
  ROUND_COMPLETED: replyToRoundCompleted,
  LEAGUE_COMPLETED: replyToLeagueCompleted,
  LEAGUE_ERROR: replyToLeagueError,
  SHUTDOWN_COMMAND: replyToShutdownCommand,
  GET_PLAYER_STATE: replyToGetPlayerState,
};

type Builder = (request: Repliable, senderFields: object, fields: object) => Replies[keyof Replies]["reply"];

/** @throws TypeError for a message that no player answers */
export const playerReply: BuildReply = <Request extends Repliable>(
  request: Request,
  senderFields: Replies[RequestType<Request>]["senderFields"],
  fields: Replies[RequestType<Request>]["fields"],
) => {
  const build = builders[request.message_type as Served] as Builder | undefined;
  if (build === undefined) throw new TypeError(`no player answers ${String(request.message_type)}`);
  return build(request, senderFields, fields);
};

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
