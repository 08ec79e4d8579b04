/** The end of a match: both players get its result, and the league manager gets the report (IS 3.2.8). */
import { gameOver, matchResultReport, type refereeCalls } from "@league-v2/contract";
import type { AgentRuntime } from "../agent/assembly/agent-runtime.js";
import { AbortedError, LeagueError } from "../client/errors.js";
import type { Assignment, Contestant } from "./assignment.js";
import type { Outcome } from "./outcome.js";
import type { Transcript } from "./transcript.js";

/** `refused` and `taken` are answers: a repetition gets the same one. */
export type Reception = "taken" | "refused" | "unanswered";

export class Conclusion {
  readonly outcome: Outcome;
  readonly #assignment: Assignment;
  readonly #conversation_id: string;
  readonly #transcript: Transcript;
  readonly #runtime: AgentRuntime<typeof refereeCalls>;

  constructor(
    outcome: Outcome,
    assignment: Assignment,
    conversation_id: string,
    transcript: Transcript,
    runtime: AgentRuntime<typeof refereeCalls>,
  ) {
    this.outcome = outcome;
    this.#assignment = assignment;
    this.#conversation_id = conversation_id;
    this.#transcript = transcript;
    this.#runtime = runtime;
  }

  /** The result as the players receive it. */
  get gameResult() {
    const { status, winner, drawn_number, number_parity, choices, reason } = this.outcome;
    return { status, winner_player_id: winner, drawn_number, number_parity, choices, reason };
  }

  /**
   * Best effort.
   * @param awaited players that have answered in this match; the others are not awaited, because they may be unreachable
   */
  async notifyPlayers(awaited: ReadonlySet<string>): Promise<void> {
    const waited = this.#assignment.contestants.map((contestant) => {
      const sent = this.#sendResult(contestant);
      if (awaited.has(contestant.id)) return sent;
      this.#runtime.background(`GAME_OVER to ${contestant.id}`, sent);
      return undefined;
    });
    await Promise.all(waited);
  }

  async #sendResult({ id, endpoint }: Contestant): Promise<void> {
    const { match_id, game_type, trace } = this.#assignment;
    const { senderIdentity, caller } = this.#runtime;
    const message = gameOver(this.#identity(), { match_id, game_type, game_result: this.gameResult });
    this.#transcript.add(senderIdentity.sender, id, message);
    try {
      const reply = await caller.call(endpoint, "notify_match_result", message, { trace });
      this.#transcript.add(id, senderIdentity.sender, reply);
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      this.#runtime.log({
        level: "warn",
        message: `GAME_OVER not acknowledged by ${id}: ${error.message}`,
        match_id,
      });
    }
  }

  /** The referee continues after a report that was not delivered; the result is stored. */
  async report(): Promise<Reception> {
    const { agentContext, senderIdentity, caller } = this.#runtime;
    if (agentContext.league === undefined) return "unanswered";
    const { league_id, round_id, match_id, game_type, trace } = this.#assignment;
    const { status, winner, score, drawn_number, number_parity, choices, reason } = this.outcome;
    const message = matchResultReport(this.#identity(), {
      league_id,
      round_id,
      match_id,
      game_type,
      result: { status, winner, score, details: { drawn_number, number_parity, choices, reason } },
    });
    this.#transcript.add(senderIdentity.sender, "league_manager", message);
    try {
      const reply = await caller.call(agentContext.league, "report_match_result", message, {
        retryGarbled: true,
        trace,
      });
      this.#transcript.add("league_manager", senderIdentity.sender, reply);
      return "taken";
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      this.#runtime.log({
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
    return this.#runtime.senderIdentity.signed(this.#conversation_id);
  }
}
