/** The SDK's player in a league with a scripted manager and scripted referees. */
import type { RunningAgent } from "../../src/agent/core/agent.js";
import { createPlayer } from "../../src/player/create-player.js";
import type { PlayedMatch } from "../../src/player/history.js";
import type { PlayerOptions } from "../../src/player/player-options.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import { Environment, type Message, type RpcAnswer } from "../peers/environment.js";
import { type ManagerScript, ScriptedManager } from "../peers/scripted-manager.js";
import { ScriptedReferee } from "../peers/scripted-referee.js";

export const playerPort = 8101;

export class Enrolled {
  readonly environment = new Environment();
  readonly manager: ScriptedManager;
  readonly referee: ScriptedReferee;
  readonly matches: PlayedMatch[] = [];
  readonly player;

  constructor(options: Partial<PlayerOptions> = {}, manager: ManagerScript = {}) {
    this.manager = new ScriptedManager(this.environment, manager);
    this.referee = this.refereeCalled("REF01");
    const onMatch = (match: PlayedMatch) => void this.matches.push(match);
    const agent = createPlayer({ displayName: "Ours", choose: () => "odd", onMatch, ...options });
    this.player = this.environment.platform.connect(agent, playerPort, urlOf(8000));
  }

  /** A second player, which starts to register after the test has set the manager's script. */
  second(options: { readonly strict?: boolean } = {}): RunningAgent {
    const agent = createPlayer({ displayName: "Second", choose: () => "even", ...options });
    return this.environment.platform.connect(agent, playerPort + 1, urlOf(8000));
  }

  refereeCalled(id: string, token?: string): ScriptedReferee {
    return new ScriptedReferee(this.environment, playerPort, id, token);
  }

  /** A message of the league manager, or of the given sender. */
  announce(
    method: string,
    message_type: string,
    fields: Message = {},
    sender = "league_manager",
  ): Promise<RpcAnswer> {
    return this.environment.ask(playerPort, method, this.environment.message(message_type, sender, fields));
  }

  /** State, open match and statistics from the debugging view. */
  async state(auth_token: string | null = "token-by-hand"): Promise<Message> {
    const query = this.environment.message("GET_PLAYER_STATE", "operator", { auth_token });
    const { result, error } = await this.environment.ask(playerPort, "get_player_state", query);
    return result ?? { error };
  }
}

export async function enrolled(options: Partial<PlayerOptions> = {}): Promise<Enrolled> {
  const platform = new Enrolled(options);
  await platform.environment.run(platform.player.registered);
  return platform;
}

const match = (player_A_id: string, player_B_id: string, match_id: string) => ({
  match_id,
  game_type: "even_odd",
  player_A_id,
  player_B_id,
  referee_endpoint: "http://127.0.0.1:8001/mcp",
});

const standing = {
  rank: 1,
  player_id: "P01",
  display_name: "Ours",
  played: 1,
  wins: 1,
  draws: 0,
  losses: 0,
  points: 3,
};
const league_id = "league_by_hand";

/** All announcements of a league manager: method, message type, fields, type of the acknowledgement. */
export const announcements: [string, string, Message, string][] = [
  [
    "notify_round",
    "ROUND_ANNOUNCEMENT",
    { league_id, round_id: 1, matches: [match("P01", "P02", "R1M1")] },
    "ROUND_ANNOUNCEMENT_ACK",
  ],
  [
    "update_standings",
    "LEAGUE_STANDINGS_UPDATE",
    { league_id, round_id: 1, standings: [standing] },
    "STANDINGS_UPDATE_ACK",
  ],
  [
    "notify_round_completed",
    "ROUND_COMPLETED",
    { league_id, round_id: 1, matches_played: 1, next_round_id: 2 },
    "ROUND_COMPLETED_ACK",
  ],
  [
    "notify_league_completed",
    "LEAGUE_COMPLETED",
    {
      league_id,
      total_rounds: 1,
      total_matches: 1,
      champion: { player_id: "P01", display_name: "Ours", points: 3 },
      final_standings: [standing],
    },
    "LEAGUE_COMPLETED_ACK",
  ],
  ["shutdown", "SHUTDOWN_COMMAND", {}, "SHUTDOWN_ACK"],
];

export const bye: Message = { league_id, round_id: 1, matches: [match("P02", "P03", "R1M1")] };
