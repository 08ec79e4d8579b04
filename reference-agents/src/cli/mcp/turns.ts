/** The open choices of one player, between its strategy, which has a deadline, and a host that chooses at any time. */
import { protocol } from "@league-v2/contract/protocol";
import type { ChoiceContext, Clock, Parity, PlayedMatch, Strategy } from "@league-v2/sdk";

/** A choice that the player waits for. */
export interface Turn {
  readonly match_id: string;
  readonly round_id: number | null;
  readonly game_type: string;
  /** PLAYER_A or PLAYER_B; null if a restarted player has not stored it. */
  readonly role_in_match: string | null;
  readonly opponent_id: string;
  /** The opponent's choices against this player, oldest first. */
  readonly opponent_choices: readonly Parity[];
  /** Whole seconds that are left; after them the player sends its fallback. */
  readonly seconds_left: number;
}

/** A match that is over, from the player's view. */
export interface MatchResult
  extends Pick<
    PlayedMatch,
    "match_id" | "opponent_id" | "end" | "points" | "my_choice" | "opponent_choice" | "drawn_number"
  > {
  /** Whether the host made the choice; false for a fallback and for a match without a choice. */
  readonly chosen_by_you: boolean;
}

/** The changes since the last call, and the open turns. */
export interface News {
  readonly status: "your_turn" | "waiting" | "league_over";
  /** The most urgent first. */
  readonly turns: readonly Turn[];
  /** Matches that ended since the last call. */
  readonly results: readonly MatchResult[];
}

type Choice = Awaited<ReturnType<Strategy>>;

interface OpenTurn {
  readonly context: ChoiceContext;
  readonly resolve: (choice: Choice) => void;
  readonly reject: (reason: unknown) => void;
}

export class Turns {
  readonly #clock: Clock;
  /** By match. */
  readonly #open = new Map<string, OpenTurn>();
  /** The open matches in which the host has chosen. */
  readonly #chosen = new Set<string>();
  readonly #results: MatchResult[] = [];
  readonly #waiting = new Set<() => void>();
  #isOver = false;
  #hostIsGone = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The strategy of the player. Rejects when the time is up or the host is gone: the player then sends its fallback. */
  readonly choose = (context: ChoiceContext): Promise<Choice> =>
    new Promise((resolve, reject) => {
      if (this.#hostIsGone) return reject(hostIsGone());
      const { match_id, signal } = context;
      const turn: OpenTurn = { context, resolve, reject };
      this.#open.set(match_id, turn);
      signal.addEventListener("abort", () => {
        if (this.#open.get(match_id) === turn) this.#open.delete(match_id);
        reject(signal.reason);
      });
      this.#notify();
    });

  finished(match: PlayedMatch): void {
    const { match_id, opponent_id, end, points, my_choice, opponent_choice, drawn_number } = match;
    const chosen_by_you = this.#chosen.delete(match_id);
    this.#results.push({
      match_id,
      opponent_id,
      end,
      points,
      my_choice,
      opponent_choice,
      drawn_number,
      chosen_by_you,
    });
    this.#notify();
  }

  leagueIsOver(): void {
    this.#isOver = true;
    this.#notify();
  }

  /** From now on the player sends its fallback at once. */
  hostIsGone(): void {
    this.#hostIsGone = true;
    for (const { reject } of this.#open.values()) reject(hostIsGone());
    this.#open.clear();
  }

  /**
   * Resolves at once if there is a turn, a result or the end of the league, else with the next of them, or after `limitMs`.
   * @param signal ends the wait; the results are then kept for the next call
   */
  async next(limitMs: number, signal: AbortSignal): Promise<News> {
    if (this.#open.size === 0 && this.#results.length === 0 && !this.#isOver)
      await this.#changed(limitMs, signal);
    signal.throwIfAborted();
    const turns = this.turns();
    const status = turns.length > 0 ? "your_turn" : this.#isOver ? "league_over" : "waiting";
    return { status, turns, results: this.#results.splice(0) };
  }

  /** The open turns, the most urgent first. */
  turns(): Turn[] {
    const now = this.#clock.now() + protocol.strategyMarginMs;
    return [...this.#open.values()]
      .map(({ context: { match_id, round_id, game_type, role_in_match, opponent, deadline } }) => ({
        match_id,
        round_id,
        game_type,
        role_in_match,
        opponent_id: opponent.id,
        opponent_choices: opponent.choices,
        seconds_left: Math.max(0, Math.floor((deadline - now) / 1000)),
      }))
      .toSorted((one, other) => one.seconds_left - other.seconds_left);
  }

  /**
   * Sends the choice of this match, or of the only open one.
   * @returns the match
   * @throws Error with the call to make instead
   */
  decide(choice: Choice, match_id?: string): string {
    const open = [...this.#open.keys()];
    if (open.length === 0) throw new Error("no match waits for a choice now; call wait_for_turn");
    if (match_id === undefined && open.length > 1)
      throw new Error(`${open.length} matches wait for a choice; give the match_id: ${open.join(", ")}`);
    const chosen = match_id ?? open[0] ?? "";
    const turn = this.#open.get(chosen);
    if (turn === undefined)
      throw new Error(`match ${chosen} waits for no choice; open matches: ${open.join(", ")}`);
    this.#open.delete(chosen);
    this.#chosen.add(chosen);
    turn.resolve(choice);
    return chosen;
  }

  /** Resolves at the next change, after `limitMs`, or when the signal is aborted. */
  #changed(limitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        timer.cancel();
        this.#waiting.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = this.#clock.after(limitMs, end);
      this.#waiting.add(end);
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
    });
  }

  #notify(): void {
    for (const end of [...this.#waiting]) end();
  }
}

function hostIsGone(): Error {
  return new Error("the MCP host has disconnected");
}
