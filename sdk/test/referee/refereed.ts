/** The SDK's referee with a scripted manager and two scripted players. */

import type { FaultHook } from "../../src/memory/index.js";
import { createReferee } from "../../src/referee/create-referee.js";
import type { MatchRecord } from "../../src/referee/record.js";
import type { RefereeOptions } from "../../src/referee/referee-options.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import { Environment, type Message, type RpcAnswer } from "../peers/environment.js";
import { type ManagerScript, ScriptedManager } from "../peers/scripted-manager.js";
import { type PlayerScript, ScriptedPlayer } from "../peers/scripted-player.js";

export const refereePort = 8001;

export interface RefereedOptions {
  readonly seed?: number;
  readonly fault?: FaultHook;
  readonly manager?: ManagerScript;
  readonly referee?: Partial<RefereeOptions>;
}

export class Refereed {
  readonly environment: Environment;
  readonly manager: ScriptedManager;
  readonly a: ScriptedPlayer;
  readonly b: ScriptedPlayer;
  readonly records: MatchRecord[] = [];
  readonly referee;

  constructor({ manager, referee, ...platform }: RefereedOptions = {}) {
    this.environment = new Environment(platform);
    this.manager = new ScriptedManager(this.environment, manager);
    this.a = this.player("P01");
    this.b = this.player("P02");
    const onMatch = (record: MatchRecord) => void this.records.push(record);
    const agent = createReferee({ displayName: "Ours", onMatch, ...referee });
    this.referee = this.environment.platform.connect(agent, refereePort, urlOf(8000));
  }

  /** One more player; `P07` listens at port 8107. */
  player(id: string, script: PlayerScript = {}): ScriptedPlayer {
    return new ScriptedPlayer(this.environment, 8100 + Number(id.slice(1)), id, script);
  }

  order(match_id: string, a = this.a, b = this.b): Message {
    return this.manager.order("RUN_MATCH", {
      league_id: "league_by_hand",
      round_id: 1,
      match_id,
      game_type: "even_odd",
      player_A_id: a.id,
      player_B_id: b.id,
      player_A_endpoint: a.url,
      player_B_endpoint: b.url,
    });
  }

  assign(match_id = "R1M1", a = this.a, b = this.b): Promise<RpcAnswer> {
    return this.environment.ask(refereePort, "run_match", this.order(match_id, a, b));
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
export async function refereed(options: RefereedOptions = {}): Promise<Refereed> {
  const platform = new Refereed(options);
  await platform.environment.run(platform.referee.registered);
  return platform;
}
