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
const NOT_JUDGED: readonly (Unusual | undefined)[] = ["end", "restart", "stall"];

const INTERNAL_ERROR = -32_603;

/** The error code of an agent whose form has another name for the message. */
const METHOD_NOT_FOUND = -32_601;

export interface Lapse {
  /** The clause that requires an answer to the message. */
  readonly clause: string;
  readonly text: string;
}

/** What is known of one player, by its address. */
interface PlayerRecord {
  /** It has accepted an invitation. */
  isPlayer: boolean;
  /** Lapses that count only when the player answers a later message. */
  open: Lapse[];
  /** The matches to which it was invited and that are not over. */
  readonly matches: Set<string>;
  readonly ended: Set<string>;
  /** The messages that it has not answered since it was sent an error (PLY-ERR-01). */
  unansweredSinceError: Set<string>;
}

export class UsualMessages {
  /** The messages without a result whose player answered later messages. */
  readonly lapses: Lapse[] = [];
  /** By clause: the number of messages that are lapses, or that a player in a match answered with a result. */
  private readonly counts = new Map<string, number>();
  private readonly players = new Map<string, PlayerRecord>();

  /** The number of messages of these clauses to which a player's reaction is known. */
  countOf(clauses: readonly string[]): number {
    return clauses.reduce((sum, clause) => sum + (this.counts.get(clause) ?? 0), 0);
  }

  /** Whether the player is in no other match. */
  isAlone(url: string, matchId: string): boolean {
    return [...this.of(url).matches].every((other) => other === matchId);
  }

  begin(url: string, matchId: string): void {
    this.of(url).matches.add(matchId);
  }

  end(url: string, matchId: string): void {
    this.of(url).matches.delete(matchId);
    this.of(url).ended.add(matchId);
  }

  /** Whether the player was sent GAME_OVER of a match with that id before. */
  isOver(url: string, matchId: string): boolean {
    return this.of(url).ended.has(matchId);
  }

  /** The player was sent a GAME_ERROR or a LEAGUE_ERROR by its rightful sender. */
  error(url: string): void {
    this.of(url).unansweredSinceError = new Set(["GAME_INVITATION", "CHOOSE_PARITY_CALL"]);
  }

  /** Whether the player has answered no message of this type since an error, so that the error may be why it does not. */
  isFirstAfterError(url: string, type: string): boolean {
    return this.of(url).unansweredSinceError.has(type);
  }

  answered(url: string, type: string): void {
    this.of(url).unansweredSinceError.delete(type);
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
    const player = this.of(url);
    const isInternal = answer.outcome === "refusal" && answer.refusal.code === INTERNAL_ERROR;
    // What is refused after a completion may be out of order, but an internal error is a lapse.
    if (NOT_JUDGED.includes(unusual) || (unusual === "completion" && !isInternal)) return;
    player.isPlayer ||= answer.outcome === "message" && answer.result.accept === true;
    // Before its first match a player may refuse, as one whose registration has not been answered yet.
    if (!player.isPlayer) return;
    if (answer.hasResult) {
      const text = `${what} (during ${check}) was answered after ${Math.round(answer.ms)} ms`;
      const isLate = answer.ms > limit_ms && player.matches.size === 0;
      this.count(clause);
      // A process that answers has not ended.
      for (const lapse of [...player.open.splice(0), ...(isLate ? [{ clause, text }] : [])])
        this.lapse(lapse);
      return;
    }
    const isUnknown = answer.outcome === "refusal" && answer.refusal.code === METHOD_NOT_FOUND;
    const isAnswered = answer.outcome !== "failure" || answer.failure?.reason === "timeout";
    if (isUnknown || !isAnswered) return;
    const lapse = { clause, text: `${what} (during ${check}) ${answer.describeAsEnd()}` };
    if (isInternal) this.lapse(lapse);
    else player.open.push(lapse);
  }

  private of(url: string): PlayerRecord {
    const record: PlayerRecord = this.players.get(url) ?? {
      isPlayer: false,
      open: [],
      matches: new Set(),
      ended: new Set(),
      unansweredSinceError: new Set(),
    };
    this.players.set(url, record);
    return record;
  }

  private count(clause: string): void {
    this.counts.set(clause, this.countOf([clause]) + 1);
  }

  private lapse(lapse: Lapse): void {
    this.lapses.push(lapse);
    this.count(lapse.clause);
  }
}
