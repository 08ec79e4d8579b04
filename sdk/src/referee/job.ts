/** One match as the referee's task: play it, tell the players, report it (IS 3.2.8). */
import { gameOver, machines, matchResultReport, type refereeCalls } from "@league-v2/contract";
import type { AgentLife } from "../agent/life.js";
import { machineOf } from "../agent/machine.js";
import { AbortedError, LeagueError } from "../client/errors.js";
import type { Random } from "../doors/random.js";
import type { Assignment, Contestant } from "./assignment.js";
import { Match } from "./match.js";
import type { Outcome } from "./outcome.js";
import type { MatchRecord } from "./record.js";
import type { StandingsCache } from "./standings-cache.js";

export class Job {
  readonly #assignment: Assignment;
  readonly #life: AgentLife<typeof refereeCalls>;
  readonly #match: Match;
  readonly #phase = machineOf(machines.referee);
  #outcome: Outcome | null = null;

  /** @param drawFrom see `RefereeOptions` */
  constructor(
    assignment: Assignment,
    life: AgentLife<typeof refereeCalls>,
    standings: StandingsCache,
    drawFrom?: (match_id: string) => Random,
  ) {
    const { clock, random } = life.link;
    this.#assignment = assignment;
    this.#life = life;
    this.#match = new Match(assignment, life.client.generateConversationId(`conv-${assignment.match_id}`), {
      caller: life.caller,
      voice: life.voice,
      clock,
      random: drawFrom?.(assignment.match_id) ?? random,
      signal: life.signal,
      log: (entry) => life.log(entry),
      standingsOf: (player) => standings.of(player),
      onEvent: (event) => this.#phase.fire(event),
    });
  }

  get match_id(): string {
    return this.#assignment.match_id;
  }

  /** Played, told and reported, or its report given up. */
  get isComplete(): boolean {
    return this.#phase.state === "MATCH_COMPLETE";
  }

  get phase(): string {
    return this.#phase.state;
  }

  /** Rejects only when the referee is closed. */
  async run(): Promise<MatchRecord> {
    const started_at = this.#life.voice.now();
    this.#phase.fire("assigned");
    const outcome = await this.#match.play();
    this.#outcome = outcome;
    await this.#tellPlayers(outcome);
    this.#phase.fire("notified");
    const reported = await this.#report(outcome);
    this.#phase.fire(reported ? "reported" : "report_failed");
    return this.#record(outcome, started_at, reported);
  }

  /** Reports a complete match once more: the league manager asks when it has not heard of it. */
  async reportAgain(): Promise<void> {
    if (this.#outcome !== null) await this.#report(this.#outcome);
  }

  /** What a debugging view may show: choices only when the match is over. */
  view() {
    const { league_id, round_id, contestants } = this.#assignment;
    const [a, b] = contestants;
    const frame = {
      league_id,
      round_id,
      state: this.#match.state,
      player_A_id: a.id,
      player_B_id: b.id,
    };
    return this.#outcome === null ? frame : { ...frame, result: gameResult(this.#outcome) };
  }

  /** Best effort; only those who have answered in this match are waited for, so that the dead cost no time. */
  async #tellPlayers(outcome: Outcome): Promise<void> {
    const waited = this.#assignment.contestants.map((contestant) => {
      const told = this.#tell(contestant, outcome);
      if (this.#match.answered.has(contestant.id)) return told;
      this.#life.background(`GAME_OVER to ${contestant.id}`, told);
      return undefined;
    });
    await Promise.all(waited);
  }

  async #tell({ id, peer }: Contestant, outcome: Outcome): Promise<void> {
    const { match_id, game_type } = this.#assignment;
    const { voice, caller } = this.#life;
    const message = gameOver(this.#identity(), { match_id, game_type, game_result: gameResult(outcome) });
    this.#match.transcript.add(voice.sender, id, message);
    try {
      const reply = await caller.call(peer, "notify_match_result", message);
      this.#match.transcript.add(id, voice.sender, reply);
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      this.#life.log({
        level: "warn",
        message: `GAME_OVER not acknowledged by ${id}: ${error.message}`,
        match_id,
      });
    }
  }

  /** False if the report could not be delivered, which does not hold the referee; the result is kept. */
  async #report(outcome: Outcome): Promise<boolean> {
    const { link, voice, caller } = this.#life;
    if (link.league === undefined) return false;
    const { league_id, round_id, match_id, game_type } = this.#assignment;
    const { status, winner, score, drawn_number, number_parity, choices, reason } = outcome;
    const message = matchResultReport(this.#identity(), {
      league_id,
      round_id,
      match_id,
      game_type,
      result: { status, winner, score, details: { drawn_number, number_parity, choices, reason } },
    });
    this.#match.transcript.add(voice.sender, "league_manager", message);
    try {
      const reply = await caller.call({ endpoint: link.league }, "report_match_result", message, {
        retryGarbled: true,
      });
      this.#match.transcript.add("league_manager", voice.sender, reply);
      return true;
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      this.#life.log({ level: "error", message: `the result was not taken: ${error.message}`, match_id });
      return false;
    }
  }

  #identity() {
    return this.#life.voice.signed(this.#match.conversation_id);
  }

  #record(outcome: Outcome, started_at: string, reported: boolean): MatchRecord {
    const { contestants, ...frame } = this.#assignment;
    const [a, b] = contestants;
    return {
      ...frame,
      conversation_id: this.#match.conversation_id,
      player_A_id: a.id,
      player_B_id: b.id,
      referee_id: this.#life.voice.sender.replace(/^referee:/, ""),
      started_at,
      ended_at: this.#life.voice.now(),
      outcome,
      reported,
      transcript: [...this.#match.transcript.lines],
    };
  }
}

function gameResult({ status, winner, drawn_number, number_parity, choices, reason }: Outcome) {
  return { status, winner_player_id: winner, drawn_number, number_parity, choices, reason };
}
