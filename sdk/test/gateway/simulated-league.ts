/** Our agents with a gateway that reads any form, and a league of them with agents of other forms on a simulated platform. */
import * as core from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { withForms } from "../../src/wire/gateway/with-forms.js";

export * from "../../src/index.js";
export { MemoryStore } from "../../src/store/index.js";

const any = { forms: "any" } as const;

export const createPlayer = (options: core.PlayerOptions) => withForms(core.createPlayer(options), any);
export const createReferee = (options: core.RefereeOptions) => withForms(core.createReferee(options), any);
export const createLeagueManager = (options: core.LeagueManagerOptions = {}) =>
  withForms(core.createLeagueManager(options), any);

/** The address of the manager. */
export const league = urlOf(8000);

/** An agent without any part of the SDK. */
export interface ForeignAgent {
  /** Where it is attached to the network. */
  readonly place: string;
  readonly handle: Parameters<SimulatedPlatform["network"]["attach"]>[1];
  register(network: SimulatedPlatform["network"], league: string): Promise<unknown>;
}

export type Wrap = <Running extends core.RunningAgent>(agent: core.Agent<Running>) => core.Agent<Running>;

interface Settings {
  readonly platform?: SimulatedPlatform;
  /** What each of our agents has around it; by default a gateway that reads any form. */
  readonly wrap?: Wrap;
}

/** Our agents on a simulated platform, with the league manager at port 8000. */
export class OurAgents {
  readonly platform: SimulatedPlatform;
  /** The matches of our referees. */
  readonly records: core.MatchRecord[] = [];
  protected readonly wrap: Wrap;
  readonly #running: core.RunningAgent[] = [];

  constructor({
    platform = new SimulatedPlatform(),
    wrap = (agent) => withForms(agent, any),
  }: Settings = {}) {
    this.platform = platform;
    this.wrap = wrap;
  }

  /** Runs the clock until the promise is resolved. */
  run<T>(promise: Promise<T>): Promise<T> {
    return this.platform.clock.run(promise);
  }

  /** Our referee, which begins to register. */
  referee(port = 8001) {
    const onMatch = (record: core.MatchRecord) => void this.records.push(record);
    return this.connect(core.createReferee({ displayName: "Solomon", onMatch }), port, league);
  }

  /** Our player, which begins to register. */
  player(choice: "even" | "odd", port: number, options: Partial<core.PlayerOptions> = {}) {
    const player = core.createPlayer({ displayName: `ours-${port}`, choose: () => choice, ...options });
    return this.connect(player, port, league);
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((agent) => agent.close()));
  }

  protected connect<Running extends core.RunningAgent>(
    agent: core.Agent<Running>,
    port: number,
    toLeague?: string,
  ): Running {
    const running = this.platform.connect(this.wrap(agent), port, toLeague);
    this.#running.push(running);
    return running;
  }
}

interface LeagueSettings extends Settings {
  readonly referees?: number;
  readonly onEvent?: (event: core.LeagueEvent) => void;
}

/** A league with our manager, in which the agents register in the order of the calls. */
export class SimulatedLeague extends OurAgents {
  readonly manager: core.RunningLeagueManager;

  constructor(players: number, { referees = 1, onEvent, ...settings }: LeagueSettings = {}) {
    super(settings);
    const events = onEvent === undefined ? {} : { onEvent };
    this.manager = this.connect(core.createLeagueManager({ players, referees, ...events }), 8000);
  }

  /** Registers another agent. */
  async join(agent: ForeignAgent): Promise<void> {
    this.platform.network.attach(agent.place, agent.handle);
    await this.run(agent.register(this.platform.network, league));
  }

  /** Plays to the end of the league, and closes our agents. */
  async end() {
    const end = await this.run(this.manager.ended);
    await this.close();
    return end;
  }
}
