/** How a player or referee becomes a member of its league, or goes on as one, and what waits for that (IS 3.2.1, 4.2.1). */
import { type LeagueQuery, leagueQuery, protocol } from "@league-v2/contract";
import { AbortedError, isSilence, LeagueError } from "../client/errors.js";
import { abortable } from "../doors/abortable.js";
import { deadline, sleep } from "../doors/clock.js";
import type { Registration } from "./agent.js";
import { describeError } from "./describe-error.js";
import { LeagueFault } from "./fault.js";
import type { AgentCore } from "./life.js";
import {
  RegistrationFailed,
  RegistrationRejected,
  type RegistrationReply,
  readRegistration,
} from "./registration.js";
import type { KeptRegistration, RegistrationKeeper } from "./registration-keeper.js";

export interface MembershipSteps {
  starts(): void;
  /** One registration, retries included. */
  ask(league: string, conversation_id: string): Promise<RegistrationReply>;
  /** One question that needs the token: whether the league manager still knows this agent. */
  confirm(league: string, query: LeagueQuery): Promise<unknown>;
  accepted(registration: Registration): void;
  refused(rejected: boolean): void;
  /** Nothing of an earlier life counts any more. */
  fresh?(): Promise<void>;
  /** An earlier life goes on: called before any message is handled. */
  resumes?(): Promise<void>;
}

/** Refusals that say: this league has never given out that token. */
const notAMember: ReadonlySet<string> = new Set(["E005", "E012", "E013"]);

export class Membership {
  readonly registered: Promise<Registration>;
  readonly #life: AgentCore;
  readonly #steps: MembershipSteps;
  readonly #keeper: RegistrationKeeper | undefined;
  readonly #provisional: string;
  #current: Registration | null = null;
  #isResumed = false;
  /** Settles with the registration as soon as there is one, kept or new. */
  #known = open<Registration>();

  constructor(life: AgentCore, steps: MembershipSteps, keeper?: RegistrationKeeper) {
    this.#life = life;
    this.#steps = steps;
    this.#keeper = keeper;
    this.#provisional = life.voice.sender;
    const { league } = life.link;
    this.registered = league === undefined ? new Promise(() => {}) : this.#join(league);
    this.registered.catch((reason) => this.#known.reject(reason));
  }

  get id(): string | null {
    return this.#current?.id ?? null;
  }

  get current(): Registration | null {
    return this.#current;
  }

  /** Whether this life goes on with the registration of an earlier one. */
  get isResumed(): boolean {
    return this.#isResumed;
  }

  /**
   * Who this agent is. A message may overtake the answer to the registration: it waits for it.
   * @throws LeagueFault E008 for an agent that is not registered
   */
  async member(context: { readonly deadline: number }): Promise<Registration> {
    if (this.#current !== null) return this.#current;
    const { link, signal } = this.#life;
    if (link.league === undefined) throw unregistered();
    const limit = deadline(link.clock, context.deadline - link.clock.now(), signal);
    try {
      return await abortable(this.#known.promise, limit.signal);
    } catch {
      throw unregistered();
    } finally {
      limit.cleanup();
    }
  }

  async #join(league: string): Promise<Registration> {
    this.#steps.starts();
    const kept = this.#keeper === undefined ? null : await this.#load(this.#keeper);
    const resumed = kept === null ? null : await this.#resume(league, kept);
    return resumed ?? this.#register(league, kept?.registration ? null : kept);
  }

  /** What was kept and still fits: under another address the league could not reach this agent. */
  async #load(keeper: RegistrationKeeper): Promise<KeptRegistration | null> {
    const kept = await keeper.load();
    if (kept === null || kept.endpoint === this.#life.link.endpoint) return kept;
    const { endpoint } = this.#life.link;
    this.#warn(`the kept registration is for ${kept.endpoint}, not for ${endpoint}: registering anew`);
    return null;
  }

  /** Goes on under the kept id and token. Null if the league manager does not know them. */
  async #resume(league: string, { registration, wire }: KeptRegistration): Promise<Registration | null> {
    if (registration === null) return null;
    await this.#life.forms.recall(wire);
    await this.#steps.resumes?.();
    this.#isResumed = true;
    this.#become(registration, "goes on as");
    const verdict = await this.#confirm(league, registration);
    if (verdict === "refused") return this.#forget(registration);
    if (verdict === "unheard")
      this.#life.background(
        "the membership could not be confirmed",
        this.#confirmLater(league, registration),
      );
    return registration;
  }

  /** The manager may have gone down with this agent: it is asked until it answers. */
  async #confirmLater(league: string, registration: Registration): Promise<void> {
    const { link, signal } = this.#life;
    for (;;) {
      await sleep(link.clock, protocol.backoff.maximumMs, signal);
      const verdict = await this.#confirm(league, registration);
      if (verdict === "known") return;
      if (verdict === "unheard") continue;
      this.#forget(registration);
      try {
        await this.#register(league, null);
      } catch (error) {
        if (!signal.aborted) this.#life.finish(describeError(error));
      }
      return;
    }
  }

  async #confirm(league: string, { league_id }: Registration): Promise<"known" | "refused" | "unheard"> {
    const { voice, client } = this.#life;
    const identity = voice.signed(client.generateConversationId("conv-resume"));
    const frame = { league_id: league_id ?? "unknown", query_type: "GET_STANDINGS" } as const;
    try {
      await this.#steps.confirm(league, leagueQuery(identity, frame));
      return "known";
    } catch (error) {
      // Closed in the meantime, perhaps because it was sent home: it was a member until then.
      if (error instanceof AbortedError) return "known";
      if (!(error instanceof LeagueError)) throw error;
      if (notAMember.has(error.code)) return "refused";
      // Whoever answers anything else is there, and does not say that it knows no such agent.
      return error.retryable ? "unheard" : "known";
    }
  }

  /** @param pending an earlier request whose answer did not arrive */
  async #register(league: string, pending: KeptRegistration | null): Promise<Registration> {
    const { client, link, forms } = this.#life;
    const conversation_id = pending?.conversation_id ?? client.generateConversationId("conv-register");
    const keep = (registration: Registration | null) =>
      this.#save({
        endpoint: link.endpoint,
        conversation_id,
        wire: forms.ofLeague?.profile.name ?? "canonical",
        registration,
      });
    try {
      if (this.#keeper !== undefined) {
        await this.#steps.fresh?.();
        await keep(null);
      }
      const registration = readRegistration(
        await this.#steps.ask(league, conversation_id),
        this.#life.strict,
      );
      if (this.#keeper !== undefined) await keep(registration);
      this.#become(registration, "registered as");
      return registration;
    } catch (error) {
      this.#steps.refused(error instanceof RegistrationRejected);
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      throw new RegistrationFailed(error.message, !isSilence(error), error);
    }
  }

  #become(registration: Registration, how: string): void {
    this.#current = registration;
    this.#steps.accepted(registration);
    this.#known.resolve(registration);
    this.#life.log({ level: "info", message: `${how} ${registration.id}` });
  }

  #forget({ id }: Registration): null {
    this.#warn(`the league manager does not know ${id} by its token: registering anew`);
    this.#current = null;
    this.#isResumed = false;
    this.#known = open();
    this.#life.voice.become(this.#provisional);
    this.#steps.starts();
    return null;
  }

  /** A registration that cannot be kept is good for this life all the same. */
  async #save(kept: KeptRegistration): Promise<void> {
    try {
      await this.#keeper?.save(kept);
    } catch (error) {
      this.#warn(`the registration could not be kept: ${describeError(error)}`);
    }
  }

  #warn(message: string): void {
    this.#life.log({ level: "warn", message });
  }
}

interface Open<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

function open<T>(): Open<T> {
  let [resolve, reject]: [Open<T>["resolve"], Open<T>["reject"]] = [() => {}, () => {}];
  const promise = new Promise<T>((keep, fail) => {
    resolve = keep;
    reject = fail;
  });
  // Nobody may be waiting when it fails.
  promise.catch(() => {});
  return { promise, resolve, reject };
}

function unregistered(): LeagueFault {
  return new LeagueFault("E008", "this agent is not registered with a league");
}
