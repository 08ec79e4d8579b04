/** A player's standing for the choice call: the last one received, and zeros before that (contract 6). */
import { leagueQuery, type OwnStandings, type refereeCalls } from "@league-v2/contract";
import type { Trace } from "../agent/core/trace.js";
import type { AgentRuntime } from "../agent/serving/agent-runtime.js";
import type { Assignment } from "./match/assignment.js";

const noMatches: OwnStandings = { wins: 0, losses: 0, draws: 0, points: 0 };

export class StandingsCache {
  readonly #runtime: AgentRuntime<typeof refereeCalls>;
  readonly #rows = new Map<string, OwnStandings>();
  #asked = "";

  constructor(runtime: AgentRuntime<typeof refereeCalls>) {
    this.#runtime = runtime;
  }

  of(player_id: string): OwnStandings {
    return this.#rows.get(player_id) ?? noMatches;
  }

  /** Queries the league manager once a round, in the background. */
  refresh({ league_id, round_id, trace }: Assignment): void {
    const { league } = this.#runtime.agentContext;
    const round = `${league_id}/${round_id}`;
    if (league === undefined || this.#asked === round) return;
    this.#asked = round;
    this.#runtime.background("the standings could not be asked for", this.#ask(league, league_id, trace));
  }

  async #ask(league: string, league_id: string, trace: Trace | undefined): Promise<void> {
    const { senderIdentity, caller } = this.#runtime;
    const identity = senderIdentity.signed(this.#runtime.newConversation("conv-standings"));
    const query = leagueQuery(identity, { league_id, query_type: "GET_STANDINGS" });
    const reply = await caller.call(league, "league_query", query, { retries: 0, trace });
    for (const { player_id, wins, losses, draws, points } of reply.data?.standings ?? []) {
      this.#rows.set(player_id, { wins, losses, draws, points });
    }
  }
}
