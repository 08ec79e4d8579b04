/** The rows of the contract that a player needs: imported singly, so that a bundle contains no others. */
import {
  playerCallsRegisterPlayer,
  type playerServes,
  playerServesChooseParity,
  playerServesGetPlayerState,
  playerServesHandleGameInvitation,
  playerServesNotifyGameError,
  playerServesNotifyLeagueCompleted,
  playerServesNotifyLeagueError,
  playerServesNotifyMatchResult,
  playerServesNotifyRound,
  playerServesNotifyRoundCompleted,
  playerServesShutdown,
  playerServesUpdateStandings,
} from "@league-v2/contract";
import type { HandlersOf } from "../agent/core/handlers.js";

/** Every method that a player answers with a handler; `ping` and `rpc.discover` are answered by the agent. */
export const servedByPlayer = {
  notify_round: playerServesNotifyRound,
  handle_game_invitation: playerServesHandleGameInvitation,
  choose_parity: playerServesChooseParity,
  notify_match_result: playerServesNotifyMatchResult,
  notify_game_error: playerServesNotifyGameError,
  update_standings: playerServesUpdateStandings,
  notify_round_completed: playerServesNotifyRoundCompleted,
  notify_league_completed: playerServesNotifyLeagueCompleted,
  notify_league_error: playerServesNotifyLeagueError,
  shutdown: playerServesShutdown,
  get_player_state: playerServesGetPlayerState,
} satisfies { readonly [Method in keyof HandlersOf<typeof playerServes>]: unknown };

/** The method that every player calls; the code for resuming a registration has its own row. */
export const calledByPlayer = { register_player: playerCallsRegisterPlayer };
