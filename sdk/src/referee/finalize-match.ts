/** The end of a match: both players get its result, and the league manager gets the report (IS 3.2.8). */
import { gameOver, matchResultReport, type refereeCalls } from "@league-v2/contract";
import type { AgentRuntime } from "../agent/serving/agent-runtime.js";
import { AbortedError, LeagueError } from "../client/errors.js";
import type { Assignment, Contestant } from "./match/assignment.js";
import { gameResultOf, type Outcome } from "./match/outcome.js";
import type { Transcript } from "./match/transcript.js";

/** `refused` and `taken` are answers: a repetition gets the same one. */
export type Reception = "taken" | "refused" | "unanswered";

interface ConclusionSetting {
  readonly assignment: Assignment;
  readonly conversation_id: string;
  readonly transcript: Transcript;
  readonly runtime: AgentRuntime<typeof refereeCalls>;
}

export class Conclusion {
  readonly outcome: Outcome;
  readonly #setting: ConclusionSetting;

  constructor(outcome: Outcome, setting: ConclusionSetting) {
    this.outcome = outcome;
    this.#setting = setting;
  }

  /**
   * Best effort.
   * @param awaited players that have answered in this match; the others are not awaited, because they may be unreachable
   */
  async notifyPlayers(awaited: ReadonlySet<string>): Promise<void> {
    const { assignment, runtime } = this.#setting;
    const waited = assignment.contestants.map((contestant) => {
      const sent = this.#sendResult(contestant);
      if (awaited.has(contestant.id)) return sent;
      runtime.background(`GAME_OVER to ${contestant.id}`, sent);
      return undefined;
    });
    await Promise.all(waited);
  }

  async #sendResult({ id, endpoint }: Contestant): Promise<void> {
    const { assignment, transcript, runtime } = this.#setting;
    const { match_id, game_type, trace } = assignment;
    const { senderIdentity, caller } = runtime;
    const game_result = gameResultOf(this.outcome);
    const message = gameOver(this.#identity(), { match_id, game_type, game_result });
    transcript.add(senderIdentity.sender, id, message);
    try {
      const reply = await caller.call(endpoint, "notify_match_result", message, { trace });
      transcript.add(id, senderIdentity.sender, reply);
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      runtime.log({
        level: "warn",
        message: `GAME_OVER not acknowledged by ${id}: ${error.message}`,
        match_id,
      });
    }
  }

  /** The referee continues after a report that was not delivered; the result is stored. */
  async report(): Promise<Reception> {
    const { assignment, transcript, runtime } = this.#setting;
    const { agentContext, senderIdentity, caller } = runtime;
    if (agentContext.league === undefined) return "unanswered";
    const { league_id, round_id, match_id, game_type, trace } = assignment;
    const { status, winner, score, drawn_number, number_parity, choices, reason } = this.outcome;
    const message = matchResultReport(this.#identity(), {
      league_id,
      round_id,
      match_id,
      game_type,
      result: { status, winner, score, details: { drawn_number, number_parity, choices, reason } },
    });
    transcript.add(senderIdentity.sender, "league_manager", message);
    try {
      const reply = await caller.call(agentContext.league, "report_match_result", message, {
        retryGarbled: true,
        trace,
      });
      transcript.add("league_manager", senderIdentity.sender, reply);
      return "taken";
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      runtime.log({
        level: "critical",
        message: `the result was not taken: ${error.message}`,
        match_id,
      });
      // The manager may have lost the lease in a power failure: then it orders this match again.
      if (error.code === "E006") return "unanswered";
      return /^E\d{3}$/.test(error.code) && !error.retryable ? "refused" : "unanswered";
    }
  }

  #identity() {
    const { runtime, conversation_id } = this.#setting;
    return runtime.senderIdentity.signed(conversation_id);
  }
}
