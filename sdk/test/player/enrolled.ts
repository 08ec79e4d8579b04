/** The SDK's player in a league with a scripted manager and scripted referees. It can be restarted. */
import type { Agent, RunningAgent } from "../../src/agent/core/agent.js";
import type { StoredRegistration } from "../../src/agent/membership/registration.js";
import { seededRandom } from "../../src/platform/random.js";
import { createPlayer } from "../../src/player/create-player.js";
import type { PlayedMatch } from "../../src/player/history.js";
import type { PlayerOptions } from "../../src/player/player-options.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import { Environment, type Message, type RpcAnswer } from "../peers/environment.js";
import { MemoryRegistrationStore } from "../peers/memory-stores.js";
import { ScriptedManager } from "../peers/scripted-manager.js";
import { ScriptedReferee } from "../peers/scripted-referee.js";

export const playerPort = 8101;
const league_id = "league_by_hand";

export class Enrolled {
  readonly environment = new Environment();
  readonly manager = new ScriptedManager(this.environment);
  readonly referee = this.refereeCalled("REF01");
  readonly keeper: MemoryRegistrationStore;
  /** The matches of all runs, as the author's callback was given them. */
  readonly matches: PlayedMatch[] = [];
  readonly #options: Partial<PlayerOptions>;
  #running: RunningAgent | undefined;
  #runs = 0;

  constructor(options: Partial<PlayerOptions> = {}, kept: StoredRegistration | null = null) {
    this.#options = options;
    this.keeper = new MemoryRegistrationStore(kept);
  }

  get player(): RunningAgent {
    return this.#running ?? this.start();
  }

  start(): RunningAgent {
    const agent = createPlayer({
      displayName: "Ours",
      choose: () => "odd",
      keeper: this.keeper,
      history: [...this.matches],
      onMatch: (match) => void this.matches.push(match),
      ...this.#options,
    });
    // Another process has other random numbers.
    const random = seededRandom(`run ${++this.#runs}`);
    const run: Agent = { role: "player", connect: (context) => agent.connect({ ...context, random }) };
    this.#running = this.environment.platform.connect(run, playerPort, this.manager.url);
    return this.#running;
  }

  /** As after a crash: the earlier process sends and saves nothing more. */
  async restart(): Promise<RunningAgent> {
    this.environment.platform.network.detach(urlOf(playerPort));
    await this.#running?.close();
    return this.start();
  }

  /** The conversation ids of the registrations. */
  get registrations(): unknown[] {
    return this.manager.of("register_player").map(({ params }) => params.conversation_id);
  }

  refereeCalled(id: string, token?: string): ScriptedReferee {
    return new ScriptedReferee(this.environment, playerPort, id, token);
  }

  /** A message of the league manager. */
  announce(method: string, message_type: string, fields: Message = {}): Promise<RpcAnswer> {
    const message = this.environment.message(message_type, "league_manager", fields);
    return this.environment.ask(playerPort, method, message);
  }

  announceRound(player_A_id = "P01"): Promise<RpcAnswer> {
    const referee_endpoint = urlOf(8001);
    const match = {
      match_id: "R1M1",
      game_type: "even_odd",
      player_A_id,
      player_B_id: "P02",
      referee_endpoint,
    };
    return this.announce("notify_round", "ROUND_ANNOUNCEMENT", { league_id, round_id: 1, matches: [match] });
  }

  completeRound(): Promise<RpcAnswer> {
    const fields = { league_id, round_id: 1, matches_played: 1, next_round_id: 2 };
    return this.announce("notify_round_completed", "ROUND_COMPLETED", fields);
  }

  completeLeague(): Promise<RpcAnswer> {
    const champion = { player_id: "P01", display_name: "Ours", points: 3 };
    const fields = { league_id, total_rounds: 1, total_matches: 1, champion, final_standings: [] };
    return this.announce("notify_league_completed", "LEAGUE_COMPLETED", fields);
  }

  /** State, open match and statistics from the debugging view. */
  async state(): Promise<Message> {
    const query = this.environment.message("GET_PLAYER_STATE", "operator", { auth_token: "token-by-hand" });
    const { result, error } = await this.environment.ask(playerPort, "get_player_state", query);
    return result ?? { error };
  }
}

/** A registered player. */
export async function enrolled(options: Partial<PlayerOptions> = {}): Promise<Enrolled> {
  const platform = new Enrolled(options);
  await platform.environment.run(platform.start().registered);
  return platform;
}
