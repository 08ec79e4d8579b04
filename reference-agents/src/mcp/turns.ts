/** The turns of one player, between its strategy, which has a deadline, and a host that decides when it likes. */
import { type ChoiceContext, type Clock, deadline, type Parity, type PlayedMatch } from "@league-v2/sdk";

/** A choice that the player waits for. */
export interface Turn {
  readonly match_id: string;
  readonly round_id: number | null;
  readonly opponent_id: string;
  /** The opponent's choices against this player, oldest first. */
  readonly opponent_choices: readonly Parity[];
  /** Whole seconds that are left; after them the player sends its fallback. */
  readonly seconds_left: number;
}

/** What has happened since the last call, and what there is to do. */
export interface News {
  readonly status: "your_turn" | "waiting" | "league_over";
  readonly turns: readonly Turn[];
  /** Matches that ended since the last call. */
  readonly results: readonly PlayedMatch[];
}

interface OpenTurn {
  readonly context: ChoiceContext;
  readonly resolve: (choice: Parity) => void;
  readonly reject: (reason: unknown) => void;
}

export class Turns {
  readonly #clock: Clock;
  /** By match. */
  readonly #open = new Map<string, OpenTurn>();
  #results: PlayedMatch[] = [];
  #isOver = false;
  #hostIsGone = false;
  #change = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The strategy of the player. Rejects when the time is up, or the host is gone: the player then sends its fallback. */
  readonly choose = (context: ChoiceContext): Promise<Parity> => {
    const { match_id, signal } = context;
    if (this.#hostIsGone) return Promise.reject(hostIsGone());
    return new Promise((resolve, reject) => {
      this.#open.set(match_id, { context, resolve, reject });
      signal.addEventListener("abort", () => {
        this.#open.delete(match_id);
        reject(signal.reason);
      });
      this.#notify();
    });
  };

  finished(match: PlayedMatch): void {
    this.#results.push(match);
    this.#notify();
  }

  leagueIsOver(): void {
    this.#isOver = true;
    this.#notify();
  }

  /** From now on the player sends its fallback at once. */
  hostLeaves(): void {
    this.#hostIsGone = true;
    for (const { reject } of this.#open.values()) reject(hostIsGone());
    this.#open.clear();
  }

  /**
   * Resolves at once if there is a turn, a result or the end of the league, else with the next of them, or after `limitMs`.
   * @param signal ends the wait early
   */
  async next(limitMs: number, signal: AbortSignal): Promise<News> {
    if (this.#open.size === 0 && this.#results.length === 0 && !this.#isOver) {
      const limit = deadline(this.#clock, limitMs, signal);
      await limit.race(() => this.#change.promise).catch(() => {});
      limit.cleanup();
    }
    const results = this.#results;
    this.#results = [];
    const turns = this.turns();
    const status = turns.length > 0 ? "your_turn" : this.#isOver ? "league_over" : "waiting";
    return { status, turns, results };
  }

  /** The open turns, the most urgent first. */
  turns(): Turn[] {
    const now = this.#clock.now();
    return [...this.#open.values()]
      .map(({ context: { match_id, round_id, opponent, deadline: by } }) => ({
        match_id,
        round_id,
        opponent_id: opponent.id,
        opponent_choices: opponent.choices,
        seconds_left: Math.max(0, Math.floor((by - now) / 1000)),
      }))
      .toSorted((one, other) => one.seconds_left - other.seconds_left);
  }

  /** Answers the turn of this match, or the only one. @throws Error that tells the host what to do instead */
  decide(choice: Parity, match_id?: string): Turn {
    const turns = this.turns();
    const [first, ...others] = match_id === undefined ? turns : turns.filter((turn) => turn.match_id === match_id);
    if (first === undefined)
      throw new Error(
        turns.length === 0
          ? "no choice is awaited now; call wait_for_turn"
          : `match ${match_id} awaits no choice; these do: ${turns.map((turn) => turn.match_id).join(", ")}`,
      );
    if (others.length > 0)
      throw new Error(`${turns.length} matches await a choice; say which: ${turns.map((turn) => turn.match_id).join(", ")}`);
    this.#open.get(first.match_id)?.resolve(choice);
    this.#open.delete(first.match_id);
    return first;
  }

  #notify(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}

function hostIsGone(): Error {
  return new Error("the host has disconnected");
}
