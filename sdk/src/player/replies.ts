/** The replies of a player by the answered message: `reply` of the contract contains those of all roles. */
import {
  type MethodTypes,
  type Repliable,
  type Replies,
  type RequestType,
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
} from "@league-v2/contract";
import type { BuildReply } from "../agent/core/bound-reply.js";
import type { servedByPlayer } from "./methods.js";

type Served = NonNullable<MethodTypes[keyof typeof servedByPlayer]["requestIn"]["message_type"]>;

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
