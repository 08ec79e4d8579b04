/** The SDK's referee with a scripted manager and two scripted players. It can be restarted. */
import type { RunningAgent } from "../../src/agent/core/agent.js";
import type { FaultHook } from "../../src/memory/index.js";
import { createReferee } from "../../src/referee/create-referee.js";
import type { MatchRecord } from "../../src/referee/match-journal.js";
import type { RefereeOptions } from "../../src/referee/referee-options.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import { Environment, type Message, type RpcAnswer } from "../peers/environment.js";
import { MemoryJournal, MemoryRegistrationStore } from "../peers/memory-stores.js";
import { ScriptedManager } from "../peers/scripted-manager.js";
import { ScriptedPlayer } from "../peers/scripted-player.js";

export const refereePort = 8001;

export class Refereed {
  readonly environment: Environment;
  readonly manager: ScriptedManager;
  readonly a: ScriptedPlayer;
  readonly b: ScriptedPlayer;
  readonly keeper = new MemoryRegistrationStore();
  readonly journal = new MemoryJournal();
  readonly records: MatchRecord[] = [];
  referee: RunningAgent;
  readonly #options: Partial<RefereeOptions>;

  constructor(options: Partial<RefereeOptions> = {}, fault?: FaultHook) {
    this.environment = new Environment(fault === undefined ? {} : { fault });
    this.manager = new ScriptedManager(this.environment);
    this.a = this.player("P01");
    this.b = this.player("P02");
    this.#options = options;
    this.referee = this.#start();
  }

  #start(): RunningAgent {
    const { keeper, journal } = this;
    const onMatch = (record: MatchRecord) => void this.records.push(record);
    const agent = createReferee({ displayName: "Ours", keeper, journal, onMatch, ...this.#options });
    return this.environment.platform.connect(agent, refereePort, urlOf(8000));
  }

  /** As after a crash: the earlier process sends and saves nothing more. */
  async crash(): Promise<void> {
    this.environment.platform.network.detach(urlOf(refereePort));
    await this.referee.close();
  }

  /** After a crash: resolves when it is a member again. */
  async restart(): Promise<void> {
    this.referee = this.#start();
    await this.environment.run(this.referee.registered);
  }

  /** One more player; `P07` listens at port 8107. */
  player(id: string): ScriptedPlayer {
    return new ScriptedPlayer(this.environment, 8100 + Number(id.slice(1)), id);
  }

  order(match_id: string): Message {
    return this.manager.order("RUN_MATCH", {
      league_id: "league_by_hand",
      round_id: 1,
      match_id,
      game_type: "even_odd",
      player_A_id: "P01",
      player_B_id: "P02",
      player_A_endpoint: this.a.url,
      player_B_endpoint: this.b.url,
    });
  }

  assign(match_id = "R1M1"): Promise<RpcAnswer> {
    return this.environment.ask(refereePort, "run_match", this.order(match_id));
  }

  /** Assigns one match, and advances time to its end: choices take at most two minutes and six seconds. */
  async play(match_id = "R1M1"): Promise<Message> {
    await this.assign(match_id);
    await this.environment.until(this.environment.now + 300_000);
    const report = this.manager.reports.find(({ params }) => params.match_id === match_id);
    if (report === undefined) throw new Error(`${match_id} was not reported`);
    return report.params.result as Message;
  }
}

/** The environment of a registered referee. */
export async function refereed(options: Partial<RefereeOptions> = {}): Promise<Refereed> {
  const platform = new Refereed(options);
  await platform.environment.run(platform.referee.registered);
  return platform;
}
