/** The agent's observed behaviour in this run, so that the suite does not wait repeatedly for messages that never come. */

import type { Unusual } from "../../types.js";
import type { Answer } from "./answer.js";

export interface SeenBehaviour {
  readonly join: SeenStep;
  readonly choose: SeenStep;
  /** The times of choices that were late or missing although the player was in no other match. */
  readonly lateChoices_ms: number[];
  /** What the player chose, in order. */
  readonly choices: unknown[];
  /** The player's answers to usual messages. */
  readonly usual: UsualMessages;
  /** How many plain requests got no answer. */
  unansweredRequests: number;
  /** Every process of the agent that was started around a league manager of the suite. */
  readonly started: StartedProcess[];
  readonly otherStart: OtherStart;
}

export interface StartedProcess {
  token(): string | undefined;
  output(): string;
}

/** The calls by which a manager begins its leagues that does not follow `start_league`. */
export interface OtherStart {
  /** The index of the call that has begun a league. */
  index?: number;
  /** How many leagues none of them has begun. */
  failures: number;
}

interface SeenStep {
  done: number;
  missed: number;
}

export function nothingSeen(): SeenBehaviour {
  const step = () => ({ done: 0, missed: 0 });
  return {
    join: step(),
    choose: step(),
    lateChoices_ms: [],
    choices: [],
    usual: new UsualMessages(),
    unansweredRequests: 0,
    started: [],
    otherStart: { failures: 0 },
  };
}

// What a player under test did with messages that nothing was unusual about: from their rightful sender, as the contract has them.

/** Then the player may have ended, judge by itself what is in order, or be kept from its other messages. */
const NOT_JUDGED: readonly (Unusual | undefined)[] = ["end", "any order", "restart", "stall"];

const INTERNAL_ERROR = -32_603;

/** The error code of an agent whose form has another name for the message. */
const METHOD_NOT_FOUND = -32_601;

export interface Lapse {
  /** The clause that requires an answer to the message. */
  readonly clause: string;
  readonly text: string;
}

export class UsualMessages {
  /** By clause: the number of messages that are lapses, or that a player in a match answered with a result. */
  private readonly counts = new Map<string, number>();
  private readonly players = new Set<string>();
  private readonly certain: Lapse[] = [];
  /** By the player's address: lapses that count only when the player answers a later message. */
  private readonly open = new Map<string, Lapse[]>();
  private readonly ended = new Set<string>();
  /** By the player's address: the matches to which it was invited and that are not over. */
  private readonly matches = new Map<string, Set<string>>();
  /** By the player's address: the messages that it has not answered since it was sent an error (PLY-ERR-01). */
  private readonly unansweredSinceError = new Map<string, Set<string>>();

  /** The number of messages of these clauses to which a player's reaction is known. */
  countOf(clauses: readonly string[]): number {
    return clauses.reduce((sum, clause) => sum + (this.counts.get(clause) ?? 0), 0);
  }

  /** The messages without a result whose player answered later messages. */
  get lapses(): readonly Lapse[] {
    return this.certain;
  }

  /** Whether the player is in no other match. */
  isAlone(url: string, matchId: string): boolean {
    const others = this.matches.get(url) ?? new Set();
    return others.size === 0 || (others.size === 1 && others.has(matchId));
  }

  begin(url: string, matchId: string): void {
    this.matches.set(url, (this.matches.get(url) ?? new Set()).add(matchId));
  }

  end(url: string, matchId: string): void {
    this.matches.get(url)?.delete(matchId);
    this.ended.add(`${url} ${matchId}`);
  }

  /** Whether the player was sent GAME_OVER of a match with that id before. */
  isOver(url: string, matchId: string): boolean {
    return this.ended.has(`${url} ${matchId}`);
  }

  /** The player was sent a GAME_ERROR or a LEAGUE_ERROR by its rightful sender. */
  error(url: string): void {
    this.unansweredSinceError.set(url, new Set(["GAME_INVITATION", "CHOOSE_PARITY_CALL"]));
  }

  /** Whether the player has answered no message of this type since an error, so that the error may be why it does not. */
  isFirstAfterError(url: string, type: string): boolean {
    return this.unansweredSinceError.get(url)?.has(type) ?? false;
  }

  answered(url: string, type: string): void {
    this.unansweredSinceError.get(url)?.delete(type);
  }

  /**
   * @param what "GAME_OVER of R1M1"
   * @param answer awaited for longer than the message's deadline
   * @param limit_ms an answer that takes longer is late, unless the player was in a match meanwhile and may have been
   * computing a choice
   */
  note(
    url: string,
    { check, unusual }: { check: string; unusual?: Unusual | undefined },
    what: string,
    clause: string,
    answer: Answer,
    limit_ms: number,
  ): void {
    const isInternal = answer.outcome === "refusal" && answer.refusal.code === INTERNAL_ERROR;
    // What is refused after a completion may be out of order, but an internal error is a lapse.
    if (NOT_JUDGED.includes(unusual) || (unusual === "completion" && !isInternal)) return;
    if (answer.outcome === "message" && answer.result.accept === true) this.players.add(url);
    if (answer.hasResult) {
      if (!this.players.has(url)) return;
      const text = `${what} (during ${check}) was answered after ${Math.round(answer.ms)} ms`;
      const isLate = answer.ms > limit_ms && (this.matches.get(url)?.size ?? 0) === 0;
      const late = isLate ? [{ clause, text }] : [];
      const lapses = [...(this.open.get(url) ?? []), ...late];
      this.certain.push(...lapses);
      for (const shown of [clause, ...lapses.map((lapse) => lapse.clause)])
        this.counts.set(shown, this.countOf([shown]) + 1);
      this.open.delete(url);
      return;
    }
    const isUnknown = answer.outcome === "refusal" && answer.refusal.code === METHOD_NOT_FOUND;
    const isAnswered = answer.outcome !== "failure" || answer.failure?.reason === "timeout";
    // Before its first match a player may refuse, as one whose registration has not been answered yet.
    if (isUnknown || !isAnswered || !this.players.has(url)) return;
    const lapse = { clause, text: `${what} (during ${check}) ${answer.describeAsEnd()}` };
    // A process that answers has not ended.
    if (isInternal) {
      this.certain.push(lapse);
      this.counts.set(clause, this.countOf([clause]) + 1);
    } else this.open.set(url, [...(this.open.get(url) ?? []), lapse]);
  }
}
