/** A store that lasts as long as its process: for simulations, tests and leagues that nobody mourns. */
import { sameSecret } from "../agent/permission.js";
import type { Round } from "./schedule.js";
import { count, emptyTally, type Tally } from "./standings.js";
import type { LeagueState, Member, RecordedResult, Store } from "./store.js";

export class MemoryStore implements Store {
  #state: LeagueState = "WAITING_FOR_REGISTRATIONS";
  #rounds: readonly Round[] = [];
  readonly #members = new Map<string, { member: Member; token: string }>();
  readonly #tallies = new Map<string, Tally>();
  readonly #assigned = new Map<string, Set<string>>();
  readonly #results = new Map<string, RecordedResult>();

  async state(): Promise<LeagueState> {
    return this.#state;
  }

  async moveTo(state: LeagueState): Promise<void> {
    this.#state = state;
  }

  async admit<Refusal>(
    decide: (
      members: readonly Member[],
    ) => { readonly member: Member; readonly token: string } | { readonly refusal: Refusal },
  ): Promise<{ readonly member: Member } | { readonly refusal: Refusal }> {
    const decision = decide([...this.#members.values()].map(({ member }) => member));
    if ("refusal" in decision) return decision;
    const { member, token } = decision;
    this.#members.set(member.id, { member, token });
    if (member.role === "player") this.#tallies.set(member.id, emptyTally(member.id, member.display_name));
    return { member };
  }

  async member(id: string): Promise<Member | null> {
    return this.#members.get(id)?.member ?? null;
  }

  async members(role: Member["role"]): Promise<readonly Member[]> {
    return [...this.#members.values()].flatMap(({ member }) => (member.role === role ? [member] : []));
  }

  async holdsToken(id: string, token: string): Promise<boolean> {
    const entry = this.#members.get(id);
    return entry !== undefined && sameSecret(token, entry.token);
  }

  async saveSchedule(rounds: readonly Round[]): Promise<void> {
    this.#rounds = rounds;
  }

  async schedule(): Promise<readonly Round[]> {
    return this.#rounds;
  }

  async assign(match_id: string, referee_id: string): Promise<void> {
    const referees = this.#assigned.get(match_id);
    if (referees) referees.add(referee_id);
    else this.#assigned.set(match_id, new Set([referee_id]));
  }

  async isAssigned(match_id: string, referee_id: string): Promise<boolean> {
    return this.#assigned.get(match_id)?.has(referee_id) ?? false;
  }

  async record(result: RecordedResult): Promise<"recorded" | "repeated" | "conflicting"> {
    const known = this.#results.get(result.match_id);
    if (known) return sameResult(known, result) ? "repeated" : "conflicting";
    this.#results.set(result.match_id, result);
    const points = new Map(Object.entries(result.score));
    for (const id of points.keys()) {
      const tally = this.#tallies.get(id);
      if (tally) this.#tallies.set(id, count(tally, { winner: result.winner, points }));
    }
    return "recorded";
  }

  async result(match_id: string): Promise<RecordedResult | null> {
    return this.#results.get(match_id) ?? null;
  }

  async tallies(): Promise<readonly Tally[]> {
    return [...this.#tallies.values()];
  }

  async close(): Promise<void> {}
}

/** Whether two reports tell the same story; who told it does not matter. */
export function sameResult(one: RecordedResult, other: RecordedResult): boolean {
  return (
    one.status === other.status &&
    one.winner === other.winner &&
    one.drawn_number === other.drawn_number &&
    sameEntries(one.score, other.score) &&
    sameEntries(one.choices, other.choices)
  );
}

function sameEntries(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const entries = Object.entries(one);
  return (
    entries.length === Object.keys(other).length &&
    entries.every(([key, value]) => Object.hasOwn(other, key) && other[key] === value)
  );
}
