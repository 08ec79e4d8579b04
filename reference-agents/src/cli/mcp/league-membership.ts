/** The membership of a hosted player in its league, from the first `join_league` to the end of the league. */
import { leagueQuery, leagueQueryMethod, protocol } from "@league-v2/contract";
import {
  type Agent,
  type AgentContext,
  type Registration,
  type RunningAgent,
  timestamp,
} from "@league-v2/sdk";
import { createClient } from "@league-v2/sdk/client";
import type { Turns } from "./turns.js";

type Standings = readonly object[];

/** A player that is not running yet, and the function that serves it until its league is over. */
export interface Runnable {
  readonly agent: Agent<RunningAgent>;
  /** Rejects when the player cannot start or is not registered. */
  readonly run: (agent: Agent<RunningAgent>) => Promise<void>;
}

interface Member {
  readonly registration: Registration;
  /** The player's own: its transport writes the wire form of the league. */
  readonly context: AgentContext;
}

export class LeagueMembership {
  readonly turns: Turns;
  readonly #create: () => Runnable;
  #joining: Promise<Member> | null = null;
  #member: Member | null = null;
  #ended: Promise<void> | null = null;
  #isOver = false;
  #finalStandings: Standings | null = null;

  /** @param create called for each attempt to register */
  constructor(turns: Turns, create: () => Runnable) {
    this.turns = turns;
    this.#create = create;
  }

  /** True from a successful registration on. */
  get hasJoined(): boolean {
    return this.#member !== null;
  }

  get isPlaying(): boolean {
    return this.hasJoined && !this.#isOver;
  }

  /** Resolves when the player has ended; at once if it is in no league. Rejects like `run`. */
  async ended(): Promise<void> {
    await this.#joining?.catch(() => {});
    await this.#ended;
  }

  /** Registers at the first call; every later call gives the same answer. A failed registration can be tried again. */
  async join() {
    this.#joining ??= this.#start();
    try {
      const { registration } = await this.#joining;
      return { player_id: registration.id, league_id: registration.league_id };
    } catch (error) {
      this.#joining = null;
      throw error;
    }
  }

  keepFinal(standings: Standings): void {
    this.#finalStandings = standings;
  }

  /** From the league manager; after the end of the league, the final ones. */
  async standings(): Promise<Standings> {
    if (this.#finalStandings !== null) return this.#finalStandings;
    const { registration, context } = await this.#joined();
    const { league_id, id, auth_token } = registration;
    const { league, transport, clock, random } = context;
    if (league === undefined || league_id === null)
      throw new Error("the league manager did not send the id of its league");
    const { backoff, limits } = protocol;
    const client = createClient({ transport, clock, random, backoff, limits });
    const identity = {
      sender: `player:${id}`,
      timestamp: timestamp(clock.now()),
      conversation_id: client.generateConversationId("conv-standings"),
      auth_token,
    };
    const query = leagueQuery(identity, { league_id, query_type: "GET_STANDINGS" });
    const reply = await client.call(league, leagueQueryMethod, query, { retries: 0 });
    return reply.data?.standings ?? [];
  }

  async #joined(): Promise<Member> {
    if (this.#joining === null) throw new Error("this player is in no league");
    return this.#joining;
  }

  async #start(): Promise<Member> {
    const { agent, run } = this.#create();
    let running: Promise<void> | undefined;
    const registered = new Promise<Member>((resolve, reject) => {
      running = run({
        role: agent.role,
        connect: (context) => {
          const connected = agent.connect(context);
          connected.registered.then((registration) => resolve({ registration, context }), reject);
          return connected;
        },
      });
      running.then(() => reject(new Error("the player was stopped before it was registered")), reject);
    });
    const member = await registered;
    this.#member = member;
    this.#ended = Promise.resolve(running).finally(() => {
      this.#isOver = true;
      this.turns.leagueIsOver();
    });
    // The caller of `ended` gets the failure, which may be much later.
    this.#ended.catch(() => {});
    return member;
  }
}
