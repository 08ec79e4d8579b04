/** Sends one message to many agents: best effort, no longer than the deadline, without waiting for suspended ones (IS 2.5). */
import { AbortedError, isSilence, LeagueError } from "../../client/errors.js";
import type { LivenessTracker } from "../dispatch/liveness-tracker.js";
import type { Member, Store } from "../store/store.js";

/** The members that have answered the message, and those that have not. */
export interface Delivery {
  readonly acknowledged: readonly Member[];
  readonly missed: readonly Member[];
}

/**
 * Sends to all members concurrently, and resolves when every member that is not suspended has answered or missed its deadline.
 * A refusal is no acknowledgement, but shows that the agent runs; a missed deadline or a failed connection is neither.
 * @param send one message to one member; rejects with a LeagueError without an acknowledgement
 * @param background gets the sending to suspended members
 */
export async function broadcast(
  members: readonly Member[],
  liveness: LivenessTracker,
  send: (member: Member) => Promise<unknown>,
  background: (work: Promise<unknown>) => void,
): Promise<Delivery> {
  const acknowledged = new Set<Member>();
  const waited = members.map((member) => {
    const suspended = liveness.isSuspended(member.id);
    const sent = sendTo(member);
    return suspended ? background(sent) : sent;
  });
  await Promise.all(waited);
  return {
    acknowledged: members.filter((member) => acknowledged.has(member)),
    missed: members.filter((member) => !acknowledged.has(member)),
  };

  async function sendTo(member: Member): Promise<void> {
    try {
      await send(member);
      acknowledged.add(member);
      liveness.answered(member.id);
    } catch (error) {
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      if (isSilence(error)) liveness.missed(member.id);
      else liveness.answered(member.id);
    }
  }
}

/** The members that have acknowledged one announcement, stored as the answers arrive. */
export class Acknowledgements {
  readonly #store: Store;
  readonly announcement: string;
  readonly #known: Set<string>;
  #unwritten: string[] = [];
  #writing: Promise<void> | undefined;

  private constructor(store: Store, announcement: string, known: ReadonlySet<string>) {
    this.#store = store;
    this.announcement = announcement;
    this.#known = new Set(known);
  }

  static async of(announcement: string, store: Store): Promise<Acknowledgements> {
    return new Acknowledgements(store, announcement, await store.acknowledged(announcement));
  }

  has({ id }: Member): boolean {
    return this.#known.has(id);
  }

  /** Resolves when it is stored. Acknowledgements that arrive during a write are written together. */
  add({ id }: Member): Promise<void> {
    this.#known.add(id);
    this.#unwritten.push(id);
    this.#writing ??= this.#write();
    return this.#writing;
  }

  async #write(): Promise<void> {
    try {
      while (this.#unwritten.length > 0) {
        const ids = this.#unwritten;
        this.#unwritten = [];
        await this.#store.acknowledge(this.announcement, ids);
      }
    } finally {
      this.#writing = undefined;
    }
  }
}
