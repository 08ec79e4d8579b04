/** The membership of a player or referee: registers, or resumes a stored registration (IS 3.2.1, 4.2.1). */
import { deadline } from "../../platform/clock.js";
import { onDemand } from "../../platform/on-demand.js";
import type { Registration } from "../core/agent.js";
import { LeagueRpcError } from "../core/errors.js";
import type { AgentCore } from "../serving/agent-runtime.js";
import {
  type MembershipSteps,
  type RegistrationRecord,
  type RegistrationStore,
  type Rejoining,
  readRegistration,
  registrationFailure,
} from "./registration.js";

/** For agents that store their registration. */
export const resuming = onDemand(() => import("./resume-membership.js"));

export class Membership implements Rejoining {
  readonly registered: Promise<Registration>;
  readonly #runtime: AgentCore;
  readonly #steps: MembershipSteps;
  readonly #provisional: string;
  #current: Registration | null = null;
  #isResumed = false;
  /** Settles with the first registration, stored or new. */
  #known = open<Registration>();

  constructor(runtime: AgentCore, steps: MembershipSteps, keeper?: RegistrationStore) {
    this.#runtime = runtime;
    this.#steps = steps;
    this.#provisional = runtime.senderIdentity.sender;
    const { league } = runtime.agentContext;
    this.registered = league === undefined ? new Promise(() => {}) : this.#join(league, keeper);
    this.registered.catch((reason) => this.#known.reject(reason));
  }

  get id(): string | null {
    return this.#current?.id ?? null;
  }

  /** Whether this run continues with the registration of an earlier one. */
  get isResumed(): boolean {
    return this.#isResumed;
  }

  /**
   * The registration of this agent. A message may overtake the answer to the registration, so this waits for it.
   * @throws LeagueRpcError E008 for an agent that is not registered
   */
  async member(context: { readonly deadline: number }): Promise<Registration> {
    if (this.#current !== null) return this.#current;
    const { agentContext, signal } = this.#runtime;
    if (agentContext.league === undefined) throw unregistered();
    const limit = deadline(agentContext.clock, context.deadline - agentContext.clock.now(), signal);
    try {
      return await limit.race(() => this.#known.promise);
    } catch {
      throw unregistered();
    } finally {
      limit.cleanup();
    }
  }

  async register(league: string, record?: RegistrationRecord): Promise<Registration> {
    const conversation_id = record?.conversation_id ?? this.#runtime.newConversation("conv-register");
    try {
      await record?.begins(conversation_id);
      const registration = readRegistration(await this.#steps.ask(league, conversation_id));
      await record?.succeeds(conversation_id, registration);
      this.become(registration, "registered as");
      return registration;
    } catch (error) {
      const failure = registrationFailure(error);
      this.#steps.refused(failure.isRejected);
      throw failure.error;
    }
  }

  /** Sets the current registration. @param how for the log */
  become(registration: Registration, how: string): void {
    this.#current = registration;
    this.#steps.accepted(registration);
    this.#known.resolve(registration);
    this.#runtime.log({ level: "info", message: `${how} ${registration.id}` });
  }

  resume(registration: Registration): void {
    this.#isResumed = true;
    this.become(registration, "goes on as");
  }

  end(): void {
    this.#current = null;
    this.#isResumed = false;
    this.#known = open();
    this.#runtime.senderIdentity.become(this.#provisional);
    this.#steps.starts();
  }

  async #join(league: string, keeper: RegistrationStore | undefined): Promise<Registration> {
    this.#steps.starts();
    if (keeper === undefined) return this.register(league);
    const { resumeMembership } = await resuming.get();
    return resumeMembership({ membership: this, runtime: this.#runtime, steps: this.#steps, league, keeper });
  }
}

function open<T>(): PromiseWithResolvers<T> {
  const opened = Promise.withResolvers<T>();
  // There may be no caller when it fails.
  opened.promise.catch(() => {});
  return opened;
}

function unregistered(): LeagueRpcError {
  return new LeagueRpcError("E008", "this agent is not registered with a league");
}
