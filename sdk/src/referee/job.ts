/** One match as the referee's task: play it, store its outcome, notify the players, report it (IS 3.2.8). */
import { machines, type refereeCalls } from "@league-v2/contract";
import { machineOf } from "../agent/core/machine.js";
import type { AgentRuntime } from "../agent/serving/agent-runtime.js";
import { longestMatchMs } from "../domain/match-durations.js";
import type { GameRules } from "../game/rules.js";
import { describeError } from "../platform/log.js";
import type { Random } from "../platform/random.js";
import { Conclusion, type Reception } from "./finalize-match.js";
import type { Assignment } from "./match/assignment.js";
import { Match, type StateEntry } from "./match/match.js";
import { gameResultOf } from "./match/outcome.js";
import { Transcript } from "./match/transcript.js";
import {
  assignmentOf,
  type FinishedMatch,
  isFinished,
  type MatchJournal,
  type MatchRecord,
  type TakenMatch,
  takenMatch,
} from "./match-journal.js";
import type { StandingsCache } from "./standings-cache.js";

export interface JobSetting {
  readonly runtime: AgentRuntime<typeof refereeCalls>;
  readonly standings: StandingsCache;
  readonly serves: (game_type: string) => boolean;
  /** @throws LeagueRpcError E002 for a game that the referee does not serve */
  readonly rulesOf: (game_type: string) => GameRules;
  /** See `RefereeOptions`. */
  readonly drawFrom?: ((match_id: string) => Random) | undefined;
  readonly journal?: MatchJournal | undefined;
}

export class Job {
  readonly #assignment: Assignment;
  readonly #setting: JobSetting;
  readonly #taken: TakenMatch;
  readonly #conversation_id: string;
  readonly #transcript: Transcript;
  readonly #phase;
  /** Null for a match of an earlier run, and when it is played: the referee stores many finished matches. */
  #match: Match | null;
  #started_at: string;
  #states: readonly StateEntry[];
  #conclusion: Conclusion | null = null;
  /** Whether the league manager has answered its report. */
  #isReported = false;

  /** @param earlier the stored data of an earlier run */
  constructor(assignment: Assignment, setting: JobSetting, earlier?: TakenMatch | FinishedMatch) {
    const { runtime } = setting;
    const finished = earlier !== undefined && isFinished(earlier) ? earlier : undefined;
    this.#assignment = assignment;
    this.#setting = setting;
    this.#taken = earlier ?? takenMatch(assignment, runtime.agentContext.clock.now());
    this.#started_at = finished?.started_at ?? "";
    this.#states = finished?.states ?? [];
    this.#conversation_id =
      finished?.conversation_id ?? runtime.newConversation(`conv-${assignment.match_id}`);
    this.#transcript = new Transcript(
      assignment.match_id,
      runtime.agentContext.clock,
      runtime.log,
      finished?.transcript,
    );
    this.#phase = machineOf(machines.referee, finished ? "NOTIFYING_PLAYERS" : undefined);
    this.#match = finished ? null : this.#newMatch();
    if (finished) this.#conclusion = this.#concluded(finished.outcome);
  }

  /** A match of an earlier run: played again, or only reported if it was finished. */
  static resumed(earlier: TakenMatch | FinishedMatch, setting: JobSetting): Job {
    return new Job(assignmentOf(earlier), setting, earlier);
  }

  get match_id(): string {
    return this.#assignment.match_id;
  }

  /** Whether the match is played, the players are notified, and the report is accepted or has failed. */
  get isComplete(): boolean {
    return this.#phase.state === "MATCH_COMPLETE";
  }

  get phase(): string {
    return this.#phase.state;
  }

  /** Saves the match in the journal, so that it is resumed after a restart. */
  async keep(): Promise<void> {
    if (this.#conclusion === null) await this.#keep(this.#taken);
  }

  /** Rejects only when the referee is closed. @returns creates the record of the match in its current state */
  async run(): Promise<() => MatchRecord> {
    const conclusion = this.#conclusion ?? (await this.#play());
    const answered = this.#match?.answered ?? new Set();
    this.#match = null;
    await conclusion.notifyPlayers(answered);
    this.#phase.fire("notified");
    const reported = (await this.#report(conclusion)) === "taken";
    this.#phase.fire(reported ? "reported" : "report_failed");
    const ended_at = this.#setting.runtime.senderIdentity.now();
    return () => this.#record(conclusion, reported, ended_at);
  }

  /** Reports a complete match again: the league manager repeats its order when it has no report. */
  async reportAgain(): Promise<void> {
    if (this.#conclusion === null) return;
    await this.#report(this.#conclusion);
    await this.discard();
  }

  /** Removes the match from the journal, if the league manager has answered its report. */
  async discard(): Promise<void> {
    if (this.#conclusion !== null && this.#isReported) await this.#setting.journal?.remove(this.#taken);
  }

  /** Deletes the transcript, of which the record has a copy. */
  dropTranscript(): void {
    this.#transcript.close();
  }

  /** The debugging view: choices only when the match is over. */
  view() {
    const { league_id, round_id, contestants } = this.#assignment;
    const [a, b] = contestants;
    const frame = { league_id, round_id, player_A_id: a.id, player_B_id: b.id };
    const conclusion = this.#conclusion;
    const over = conclusion === null ? "ABORTED" : endState(conclusion);
    const state = this.#match?.state ?? over;
    return conclusion === null
      ? { ...frame, state }
      : { ...frame, state, result: gameResultOf(conclusion.outcome) };
  }

  #newMatch(): Match {
    const { runtime, standings, rulesOf, drawFrom } = this.#setting;
    const { clock, random } = runtime.agentContext;
    return new Match(this.#assignment, this.#conversation_id, {
      rules: rulesOf(this.#assignment.game_type),
      caller: runtime.caller,
      senderIdentity: runtime.senderIdentity,
      clock,
      random: drawFrom?.(this.match_id) ?? random,
      signal: runtime.signal,
      log: (entry) => runtime.log(entry),
      transcript: this.#transcript,
      standingsOf: (player) => standings.of(player),
      onEvent: (event) => this.#phase.fire(event),
    });
  }

  async #play(): Promise<Conclusion> {
    const match = this.#match;
    if (match === null) throw new TypeError(`${this.match_id} is over`);
    const { log, senderIdentity } = this.#setting.runtime;
    const { match_id, round_id, contestants } = this.#assignment;
    const [a, b] = contestants;
    this.#started_at = senderIdentity.now();
    this.#states = match.states;
    log({ level: "info", message: `starts ${a.id} against ${b.id} in round ${round_id}`, match_id });
    this.#phase.fire("assigned");
    const outcome = await match.play();
    log({ level: "info", message: outcome.reason, match_id, data: outcome });
    const conclusion = this.#concluded(outcome);
    if (this.#setting.journal !== undefined) await this.#keep(this.#finished(conclusion));
    this.#conclusion = conclusion;
    return conclusion;
  }

  #concluded(outcome: FinishedMatch["outcome"]): Conclusion {
    return new Conclusion(outcome, {
      assignment: this.#assignment,
      conversation_id: this.#conversation_id,
      transcript: this.#transcript,
      runtime: this.#setting.runtime,
    });
  }

  async #report(conclusion: Conclusion): Promise<Reception> {
    const reception = await conclusion.report();
    this.#isReported ||= reception !== "unanswered";
    return reception;
  }

  /** A failing journal delays no match. */
  async #keep(match: TakenMatch | FinishedMatch): Promise<void> {
    try {
      await this.#setting.journal?.keep(match);
    } catch (error) {
      const message = `the match was not kept: ${describeError(error)}`;
      this.#setting.runtime.log({ level: "error", message, match_id: this.match_id });
    }
  }

  #finished({ outcome }: Conclusion): FinishedMatch {
    return {
      ...this.#taken,
      conversation_id: this.#conversation_id,
      started_at: this.#started_at,
      outcome,
      states: this.#states,
      transcript: this.#transcript.lines(),
    };
  }

  #record({ outcome }: Conclusion, reported: boolean, ended_at: string): MatchRecord {
    const { league_id, round_id, match_id, game_type, contestants } = this.#assignment;
    const [a, b] = contestants;
    const { senderIdentity } = this.#setting.runtime;
    return {
      league_id,
      round_id,
      match_id,
      game_type,
      conversation_id: this.#conversation_id,
      player_A_id: a.id,
      player_B_id: b.id,
      referee_id: senderIdentity.sender.replace(/^referee:/, ""),
      started_at: this.#started_at,
      ended_at,
      outcome,
      reported,
      states: this.#states,
      transcript: this.#transcript.lines(),
    };
  }
}

function endState({ outcome }: Conclusion) {
  return Object.values(outcome.choices).includes(null) ? "ABORTED" : "FINISHED";
}

/**
 * The matches of an earlier run: finished ones are reported, the others played again. A match so old that for the league
 * manager its referee has failed is not resumed: it has a new referee. The same holds for a game that it no longer serves.
 */
export async function earlierJobs(setting: JobSetting): Promise<readonly Job[]> {
  const now = setting.runtime.agentContext.clock.now();
  const kept = (await setting.journal?.load()) ?? [];
  const own = kept.filter(
    (match) =>
      isFinished(match) || (setting.serves(match.game_type) && now - match.taken_at < longestMatchMs()),
  );
  return own.map((match) => Job.resumed(match, setting));
}
