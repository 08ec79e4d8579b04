/** Caches of what never changes after the start of a league: its schedule and its members. */
import type { Pairing, Round } from "./schedule.js";
import type { Member, Store } from "./store.js";

/** The schedule: read once. */
export class Calendar {
  readonly #store: Store;
  #rounds: readonly Round[] = [];
  #matches: ReadonlyMap<string, Pairing> = new Map();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Empty before the start of the league. */
  async rounds(): Promise<readonly Round[]> {
    if (this.#rounds.length > 0) return this.#rounds;
    const rounds = await this.#store.schedule();
    this.#matches = new Map(rounds.flatMap(({ matches }) => matches.map((match) => [match.match_id, match])));
    this.#rounds = rounds;
    return rounds;
  }

  async match(match_id: string): Promise<Pairing | undefined> {
    if (this.#rounds.length === 0) await this.rounds();
    return this.#matches.get(match_id);
  }

  /** The number of matches of the league. */
  async size(): Promise<number> {
    if (this.#rounds.length === 0) await this.rounds();
    return this.#matches.size;
  }
}

interface Closed {
  readonly byId: ReadonlyMap<string, Member>;
  readonly player: readonly Member[];
  readonly referee: readonly Member[];
}

/** The members: read from the store each time during registration, once after that. */
export class Roster {
  readonly #store: Store;
  #closed: Closed | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  async member(id: string): Promise<Member | null> {
    const closed = this.#closed ?? (await this.#whenClosed());
    return closed === null ? this.#store.member(id) : (closed.byId.get(id) ?? null);
  }

  /** In order of registration. */
  async members(role: Member["role"]): Promise<readonly Member[]> {
    const closed = this.#closed ?? (await this.#whenClosed());
    return closed === null ? this.#store.members(role) : closed[role];
  }

  async all(): Promise<readonly [players: readonly Member[], referees: readonly Member[]]> {
    return [await this.members("player"), await this.members("referee")];
  }

  async #whenClosed(): Promise<Closed | null> {
    // The state is read first: a member that is admitted between the two reads is then included.
    if ((await this.#store.state()) === "WAITING_FOR_REGISTRATIONS") return null;
    const [player, referee] = [await this.#store.members("player"), await this.#store.members("referee")];
    const byId = new Map([...player, ...referee].map((member) => [member.id, member]));
    this.#closed = { byId, player, referee };
    return this.#closed;
  }
}
