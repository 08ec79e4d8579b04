/** What is recorded of a league whose processes are killed, and the invariants that hold at its end. */
import type { Agent, RunningAgent, Transport } from "@league-v2/sdk";
import {
  countMatch,
  emptyTally,
  type Member,
  type Rank,
  type RecordedResult,
  rank,
  type Store,
} from "@league-v2/sdk/store";
import { expect } from "vitest";

/** No acknowledged result lost, none counted twice, all members as they registered, and the standings that follow. */
export async function expectConsistentLeague(
  store: Store,
  traffic: TrafficLog,
  { players, referees }: { readonly players: number; readonly referees: number },
): Promise<void> {
  expect(await store.state()).toBe("LEAGUE_COMPLETE");
  const members = await store.members("player");
  expect([members.length, (await store.members("referee")).length]).toEqual([players, referees]);

  const matches = (await store.schedule()).flatMap((round) => round.matches);
  expect(matches).toHaveLength((players * (players - 1)) / 2);
  const results: RecordedResult[] = [];
  for (const { match_id } of matches) {
    const result = await store.result(match_id);
    if (result === null) throw new Error(`${match_id} has no result`);
    const [facts, acknowledged] = [factsOf(result), traffic.acknowledged.get(match_id)];
    if (acknowledged) expect(facts, `${match_id} as it was acknowledged`).toEqual(acknowledged);
    expect(traffic.sent.get(match_id), `${match_id} as it was reported`).toContainEqual(facts);
    results.push(result);
  }
  const standings = rank(await store.tallies());
  expect(standings).toEqual(sumOf(results, members));
  expect(standings.reduce((sum, row) => sum + row.played, 0)).toBe(matches.length * 2);
}

function sumOf(results: readonly RecordedResult[], members: readonly Member[]): Rank[] {
  const table = members.map(({ id, display_name }) =>
    results
      .filter(({ score }) => Object.hasOwn(score, id))
      .reduce(
        (tally, { winner, score }) => countMatch(tally, { winner, points: new Map(Object.entries(score)) }),
        emptyTally(id, display_name),
      ),
  );
  return rank(table);
}

function factsOf({ match_id, winner, score, drawn_number, choices }: Report): Report {
  return { match_id, winner, score, drawn_number, choices };
}

/** The reported result of a match. */
export interface Report {
  readonly match_id: string;
  readonly winner: string | null;
  readonly score: Readonly<Record<string, number>>;
  readonly drawn_number: number | null;
  readonly choices: Readonly<Record<string, string | null>>;
}

export class TrafficLog {
  /** The acknowledged report by match, which must stay in the standings. */
  readonly acknowledged = new Map<string, Report>();
  /** All sent reports by match. A killed manager may have recorded a report that it did not acknowledge. */
  readonly sent = new Map<string, readonly Report[]>();
  readonly #onMoment: () => void;
  #moments = 0;

  /** @param onMoment called for each message that an agent of the league sends or receives */
  constructor(onMoment: () => void) {
    this.#onMoment = onMoment;
  }

  get moments(): number {
    return this.#moments;
  }

  watch<Running extends RunningAgent>(agent: Agent<Running>): Agent<Running> {
    return {
      role: agent.role,
      connect: (agentContext) => {
        const running = agent.connect({ ...agentContext, transport: this.#watched(agentContext.transport) });
        return {
          ...running,
          handle: async (request) => {
            this.#moment();
            const reply = await running.handle(request);
            this.#moment();
            return reply;
          },
        };
      },
    };
  }

  #watched(transport: Transport): Transport {
    return {
      ...transport,
      send: async (request) => {
        this.#moment();
        const { method, params } = JSON.parse(request.body) as Call;
        const report = method === "report_match_result" ? readReport(params) : null;
        if (report) this.sent.set(report.match_id, [...(this.sent.get(report.match_id) ?? []), report]);
        const reply = await transport.send(request);
        const { result } = JSON.parse(reply.body) as { readonly result?: Record<string, unknown> };
        if (report && result) this.acknowledged.set(report.match_id, report);
        this.#moment();
        return reply;
      },
    };
  }

  #moment(): void {
    this.#moments += 1;
    this.#onMoment();
  }
}

interface Call {
  readonly method: string;
  readonly params: unknown;
}

function readReport(params: unknown): Report {
  const { match_id, result } = params as {
    readonly match_id: string;
    readonly result: Pick<Report, "winner" | "score"> & {
      readonly details: Pick<Report, "drawn_number" | "choices">;
    };
  };
  const { winner, score, details } = result;
  return { match_id, winner, score, drawn_number: details.drawn_number, choices: details.choices };
}
