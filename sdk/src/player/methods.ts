/** The rows of the contract that a player needs: imported singly, so that a bundle contains no others. */
import {
  chooseParityMethod,
  getPlayerStateMethod,
  handleGameInvitationMethod,
  notifyGameErrorMethod,
  notifyLeagueCompletedMethod,
  notifyLeagueErrorMethod,
  notifyMatchResultMethod,
  notifyRoundCompletedMethod,
  notifyRoundMethod,
  type playerServes,
  registerPlayerMethod,
  shutdownMethod,
  updateStandingsMethod,
} from "@league-v2/contract";
import type { HandlersOf } from "../agent/core/handlers.js";

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
