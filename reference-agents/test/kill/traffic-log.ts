/** Records the messages of agents: the moments at which a manager can be killed, and the acknowledged reports. */
import type { Agent, RunningAgent, Transport } from "@league-v2/sdk";
import type { Rank } from "@league-v2/sdk/store";

/** The reported result of a match. */
export interface Report {
  readonly match_id: string;
  readonly winner: string | null;
  readonly score: Readonly<Record<string, number>>;
  readonly drawn_number: number | null;
  readonly choices: Readonly<Record<string, string | null>>;
}

/** The standings after a round, as a player received them. */
export interface AnnouncedStandings {
  readonly round_id: number;
  readonly standings: readonly Rank[];
}

export class TrafficLog {
  readonly announced: AnnouncedStandings[] = [];
  /** The acknowledged report by match, which must stay in the standings. */
  readonly acknowledged = new Map<string, Report>();
  /** All sent reports by match. A killed manager may have recorded a report that it did not acknowledge. */
  readonly sent = new Map<string, readonly Report[]>();
  /** The issued tokens by the id of their agent. */
  readonly tokens = new Map<string, Set<string>>();
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
            const { method, params } = JSON.parse(String(request.body)) as Call;
            if (method === "update_standings") this.announced.push(params as AnnouncedStandings);
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
        if (result && method.startsWith("register_")) this.#noteToken(result);
        this.#moment();
        return reply;
      },
    };
  }

  #noteToken({ player_id, referee_id, auth_token }: Record<string, unknown>): void {
    const id = player_id ?? referee_id;
    if (typeof id !== "string" || typeof auth_token !== "string") return;
    this.tokens.set(id, (this.tokens.get(id) ?? new Set()).add(auth_token));
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
