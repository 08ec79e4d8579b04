/** A cache of the members: read from the store each time during registration, once after that. */
import type { Member, Store } from "./store.js";

interface Closed {
  readonly byId: ReadonlyMap<string, Member>;
  readonly player: readonly Member[];
  readonly referee: readonly Member[];
}

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
