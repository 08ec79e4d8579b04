/** How a referee can fail at a match, and who fails at which match in one league. */
import type { RefereeSeatOptions } from "../../peers/league-options.js";
import type { Reaction, Received } from "../../peers/post.js";
import { reports } from "../../peers/referee-behaviour.js";
import type { Seat } from "../../peers/seat.js";
import type { ScriptedAnswer } from "../../wire/types.js";

const http = (answer: ScriptedAnswer): Reaction => ({ http: answer });
const REFUSAL: Reaction = { error: { code: -32_603, message: "Internal error" } };

/** How the referee answers RUN_MATCH. */
export const FAILURES = {
  "never answers RUN_MATCH": http({ kind: "never" }),
  "dies at once": "dies",
  "refuses it": REFUSAL,
  "answers with HTTP 500": http({
    kind: "reply",
    status: 500,
    headers: [["content-type", "text/html"]],
    body: "<h1>500</h1>",
  }),
  "answers without JSON": http({ kind: "reply", status: 200, body: "match started!" }),
  "resets the connection": http({ kind: "reset" }),
  "refuses it, as every other referee does": "refused by all",
  "never reports": "acknowledges",
} satisfies Record<string, Reaction | "dies" | "refused by all" | "acknowledges">;

export type FailureName = keyof typeof FAILURES;

export interface FailedMatch {
  matchId: string;
  roundId: unknown;
  players: readonly string[];
  /** The referee that failed: the first that was given the match. */
  failed: Seat;
}

/** Each of these failures happens at one match of the first round. A referee fails at one match at most. */
export class RefereeFailures {
  readonly matches = new Map<FailureName, FailedMatch>();
  private readonly left: FailureName[];
  private firstRound: unknown;

  constructor(names: readonly FailureName[]) {
    this.left = [...names];
  }

  /** A referee that takes part in this, and plays all other matches well. */
  seat(): RefereeSeatOptions {
    const well = reports();
    return {
      react: (received, seat) => (received.type === "RUN_MATCH" ? this.react(received, seat) : undefined),
      script: async (assignment, tools) => {
        const { matchId, roundId, playerA, playerB, referee } = assignment;
        const [name, match] = this.failureAt({ matchId, roundId, players: [playerA, playerB] }, referee);
        const fails = name === "refuses it, as every other referee does" || match?.failed === referee;
        if (!fails) await well(assignment, tools);
      },
    };
  }

  private react({ message }: Received, seat: Seat): Reaction | undefined {
    const { match_id, round_id, player_A_id, player_B_id } = message;
    const players = [String(player_A_id), String(player_B_id)];
    const match = { matchId: String(match_id), roundId: round_id, players };
    const [name, failed] = this.failureAt(match, seat);
    if (name === undefined) return undefined;
    const failure = FAILURES[name];
    if (failure === "refused by all") return REFUSAL;
    if (failed?.failed !== seat || failure === "acknowledges") return undefined;
    if (failure !== "dies") return failure;
    void seat.die();
    return http({ kind: "reset" });
  }

  /** The failure at this match; the next one that is left, if this referee is to fail at it. */
  private failureAt(
    match: Omit<FailedMatch, "failed">,
    seat: Seat,
  ): readonly [FailureName, FailedMatch] | readonly [undefined, undefined] {
    const known = [...this.matches].find(([, { matchId }]) => matchId === match.matchId);
    if (known !== undefined) return known;
    this.firstRound ??= match.roundId;
    const hasFailed = [...this.matches.values()].some(({ failed }) => failed === seat);
    const name = match.roundId === this.firstRound && !hasFailed ? this.left.shift() : undefined;
    if (name === undefined) return [undefined, undefined];
    const failed = { ...match, failed: seat };
    this.matches.set(name, failed);
    return [name, failed];
  }
}
