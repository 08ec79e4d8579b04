/** The SDK's league manager with scripted players and referees. */

import { createLeagueManager } from "../../src/league/create-league-manager.js";
import type {
  LeagueManager,
  LeagueManagerOptions,
  RunningLeagueManager,
} from "../../src/manager/league-manager.js";
import type { LeagueEnd, LeagueEvent } from "../../src/manager/season/events.js";
import { seededRandom } from "../../src/platform/random.js";
import { urlOf } from "../../src/testing/simulated-platform.js";
import { Environment, type Message, type RpcAnswer } from "../peers/environment.js";
import { Member, MemberReferee } from "../peers/member.js";

export const managerPort = 8000;

export class Managed {
  readonly environment = new Environment();
  readonly events: LeagueEvent[] = [];
  readonly players: Member[] = [];
  readonly referees: MemberReferee[] = [];
  manager: RunningLeagueManager;

  constructor(options: LeagueManagerOptions = {}) {
    this.manager = this.#connect(options);
  }

  /** Another manager at the same address; the first one should be closed. */
  restart(options: LeagueManagerOptions): void {
    const { clock, network } = this.environment.platform;
    const endpoint = urlOf(managerPort);
    network.detach(endpoint);
    // Another process has other random numbers.
    const agentContext = { endpoint, clock, random: seededRandom("restarted"), transport: network };
    this.manager = this.#agent(options).connect(agentContext);
    network.attach(endpoint, this.manager.handle);
  }

  #connect(options: LeagueManagerOptions): RunningLeagueManager {
    return this.environment.platform.connect(this.#agent(options), managerPort);
  }

  #agent(options: LeagueManagerOptions): LeagueManager {
    const onEvent = (event: LeagueEvent) => void this.events.push(event);
    return createLeagueManager({ onEvent, ...options });
  }

  /** A further player, not registered. */
  player(name = `Player ${this.players.length + 1}`): Member {
    const player = new Member(this.environment, 8101 + this.players.length, "player", name);
    this.players.push(player);
    return player;
  }

  referee(name = `Referee ${this.referees.length + 1}`): MemberReferee {
    const referee = new MemberReferee(this.environment, 8001 + this.referees.length, name);
    this.referees.push(referee);
    return referee;
  }

  /** Registers referees, then players, in order. */
  async enrol(players: number, referees: number): Promise<void> {
    for (let count = 0; count < referees; count++) await this.referee().register();
    for (let count = 0; count < players; count++) await this.player().register();
  }

  start(sender = "operator"): Promise<RpcAnswer> {
    return this.environment.ask(
      managerPort,
      "start_league",
      this.environment.message("START_LEAGUE", sender),
    );
  }

  /** Runs the league to its end. */
  end(): Promise<LeagueEnd> {
    return this.environment.run(this.manager.ended);
  }

  /** The messages of this method to the members, in order, with their times. */
  sent(method: string): { at: number; name: string; params: Message }[] {
    const all = [...this.players, ...this.referees].flatMap((member) =>
      member.of(method).map(({ at, params }) => ({ at, name: member.name, params })),
    );
    return all.sort((one, other) => one.at - other.at);
  }

  /** The types of the events so far. */
  get story(): string[] {
    return this.events.map(({ type }) => type);
  }
}

/** A started league of this size. */
export async function managed(
  players: number,
  referees: number,
  options: LeagueManagerOptions = {},
): Promise<Managed> {
  const platform = new Managed({ players, referees, ...options });
  await platform.enrol(players, referees);
  return platform;
}

/** A league that starts after `prepare` has set the scripts of its registered members. */
export async function leagueOf(
  players: number,
  referees: number,
  prepare: (platform: Managed) => void,
): Promise<Managed> {
  const platform = new Managed();
  await platform.enrol(players, referees);
  prepare(platform);
  await platform.start();
  return platform;
}
