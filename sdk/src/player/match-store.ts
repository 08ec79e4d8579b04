/** The matches of a player, each with a separate state, so that a stalled match does not delay another. */
import { playerMachine as table } from "@league-v2/contract";
import { LeagueRpcError } from "../agent/core/errors.js";
import { type Machine, machineOf } from "../agent/core/machine.js";
import type { SenderClaim } from "../agent/core/permission.js";
import { sameSecret } from "../domain/tokens.js";
import type { GuardedChoice } from "./ask-strategy.js";
import type { MatchFrame } from "./history.js";

type PlayerMachine = ReturnType<typeof playerMachine>;
export type PlayerState = PlayerMachine extends Machine<infer State, infer _Event> ? State : never;

export function playerMachine(state?: keyof typeof table.transitions) {
  return machineOf(table, state);
}

export interface OpenMatch extends MatchFrame {
  readonly match_id: string;
  /** The referee that sent the invitation: only it may send messages of this match. */
  readonly referee: Caller;
  readonly machine: PlayerMachine;
  /** Aborted when its referee has sent the result, so that a running strategy can stop. */
  readonly end: AbortController;
  /** The one answer of this match, shared by a call and its repetitions. */
  choice?: Promise<GuardedChoice>;
}

export interface Caller {
  readonly sender: string;
  readonly token: string | null;
}

export function callerOf({ sender, auth_token }: SenderClaim): Caller {
  return { sender, token: auth_token ?? null };
}

/** The number of stored closed matches: their repeated GAME_OVER is acknowledged and not counted twice. */
export const mostClosedMatches = 256;

/** The maximum number of open matches, more than in any league; above it the oldest are closed. */
export const mostOpenMatches = 1024;

/** One error for all matches: a stack trace for each would cost more than the match. */
const matchIsOver = /* @__PURE__ */ new Error("the match is over");

export class MatchStore {
  /** By match id, then by referee: a match with a second referee is played with both. */
  readonly #matches = new Map<string, OpenMatch[]>();
  readonly #open = new Set<OpenMatch>();
  readonly #closed: OpenMatch[] = [];
  readonly #counted = new Set<string>();

  /** The number of stored match ids. */
  get size(): number {
    return this.#matches.size;
  }

  /** The number of matches without a result. */
  get open(): number {
    return this.#open.size;
  }

  /** The match of an invitation: a new one, or the existing one if the same referee repeats the invitation. */
  invited(match_id: string, referee: Caller, frame: MatchFrame): OpenMatch {
    const known = this.#find(match_id, referee);
    if (known) return known;
    const { role_in_match, league_id, round_id, opponent_id } = frame;
    const machine = playerMachine("WAITING_FOR_ROUND");
    const end = new AbortController();
    const match: OpenMatch = {
      match_id,
      role_in_match,
      league_id,
      round_id,
      opponent_id,
      referee,
      machine,
      end,
    };
    this.#matches.set(match_id, [...this.#called(match_id), match]);
    this.#open.add(match);
    const [oldest] = this.#open;
    if (oldest && this.#open.size > mostOpenMatches) this.#close(oldest);
    return match;
  }

  /** Whether a referee has invited this player to the match. */
  has(match_id: string): boolean {
    return this.#matches.has(match_id);
  }

  /** @throws LeagueRpcError E006 for a match without an invitation, E012 if the sender is not its referee. */
  assertReferee(match_id: string, referee: Caller): OpenMatch {
    const match = this.#find(match_id, referee);
    if (match) return match;
    throw this.#matches.has(match_id)
      ? new LeagueRpcError("E012", `match "${match_id}" belongs to another referee`)
      : new LeagueRpcError("E006", `this player was not invited to match "${match_id}"`);
  }

  /**
   * Closes a match with a result. Another referee of the match has failed, and its result is not expected.
   * @returns true for the first result of this match id, false for every further one
   */
  finish({ match_id, end }: OpenMatch): boolean {
    end.abort(matchIsOver);
    for (const match of this.#called(match_id)) this.#close(match);
    const isFirst = !this.#counted.has(match_id);
    this.#counted.add(match_id);
    return isFirst;
  }

  /** Closes the open matches of complete rounds, whose referees have failed. A late result is still accepted. */
  closeRounds(last: number): void {
    for (const match of [...this.#open]) if ((match.round_id ?? 0) <= last) this.#close(match);
  }

  /** Stops all strategies when the player is closed. */
  stop(): void {
    for (const match of this.#open) match.end.abort(new Error("the player is closed"));
  }

  /** The match of the latest invitation, without a result so far. */
  get latestOpen(): OpenMatch | undefined {
    return [...this.#open].at(-1);
  }

  #find(match_id: string, { sender, token }: Caller): OpenMatch | undefined {
    return this.#called(match_id).find(
      ({ referee }) => referee.sender === sender && sameSecret(token ?? "", referee.token ?? ""),
    );
  }

  #called(match_id: string): readonly OpenMatch[] {
    return this.#matches.get(match_id) ?? [];
  }

  #close(match: OpenMatch): void {
    if (!this.#open.delete(match)) return;
    this.#closed.push(match);
    const dropped = this.#closed.length > mostClosedMatches ? this.#closed.shift() : undefined;
    if (dropped) this.#drop(dropped);
  }

  #drop(match: OpenMatch): void {
    const others = this.#called(match.match_id).filter((other) => other !== match);
    if (others.length > 0) {
      this.#matches.set(match.match_id, others);
    } else {
      this.#matches.delete(match.match_id);
      this.#counted.delete(match.match_id);
    }
  }
}
