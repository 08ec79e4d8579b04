/** How a player or referee becomes a member of its league, and what waits for that (IS 3.2.1, 4.2.1). */
import { AbortedError, LeagueError } from "../client/errors.js";
import { abortable } from "../doors/abortable.js";
import { deadline } from "../doors/clock.js";
import type { Registration } from "./agent.js";
import { LeagueFault } from "./fault.js";
import type { AgentCore } from "./life.js";

/** The league manager's answer, for both roles. */
export interface RegistrationReply {
  readonly status: string;
  readonly id?: string | null;
  readonly auth_token?: string | null;
  readonly league_id?: string | null;
  readonly reason?: string | null;
  /** The league's form knows no tokens, so that none can be missing. */
  readonly tokenless?: boolean;
}

/** The league does not want this agent; `reason` is the manager's (IS: REGISTRATION_REJECTED). */
export class RegistrationRejected extends Error {
  override readonly name = "REGISTRATION_REJECTED";
  readonly reason: string;

  constructor(reason: string) {
    super(`the league manager rejected the registration: ${reason}`);
    this.reason = reason;
  }
}

/** The league manager could not be asked, or answered nonsense, in all attempts (IS: REGISTRATION_FAILED). */
export class RegistrationFailed extends Error {
  override readonly name = "REGISTRATION_FAILED";

  constructor(why: string, cause?: unknown) {
    super(`no registration with the league manager: ${why}`, { cause });
  }
}

export interface MembershipSteps {
  starts(): void;
  /** One registration, retries included. */
  ask(league: string): Promise<RegistrationReply>;
  accepted(registration: Registration): void;
  refused(rejected: boolean): void;
}

export class Membership {
  readonly registered: Promise<Registration>;
  readonly #life: AgentCore;
  #current: Registration | null = null;

  constructor(life: AgentCore, steps: MembershipSteps) {
    this.#life = life;
    const { league } = life.link;
    this.registered = league === undefined ? new Promise(() => {}) : this.#join(league, steps);
    this.registered.catch(() => {});
  }

  get id(): string | null {
    return this.#current?.id ?? null;
  }

  get current(): Registration | null {
    return this.#current;
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
      return await abortable(this.registered, limit.signal);
    } catch {
      throw unregistered();
    } finally {
      limit.cleanup();
    }
  }

  async #join(league: string, steps: MembershipSteps): Promise<Registration> {
    steps.starts();
    try {
      const registration = read(await steps.ask(league));
      this.#current = registration;
      steps.accepted(registration);
      this.#life.log({ level: "info", message: `registered as ${registration.id}` });
      return registration;
    } catch (error) {
      steps.refused(error instanceof RegistrationRejected);
      if (error instanceof AbortedError || !(error instanceof LeagueError)) throw error;
      throw new RegistrationFailed(error.message, error);
    }
  }
}

/** Said in place of a token in leagues that give none. */
const NO_TOKEN = "none";

function unregistered(): LeagueFault {
  return new LeagueFault("E008", "this agent is not registered with a league");
}

function read(reply: RegistrationReply): Registration {
  const { status, id, league_id = null, reason } = reply;
  const auth_token = reply.auth_token ?? (reply.tokenless === true ? NO_TOKEN : null);
  if (status !== "ACCEPTED") throw new RegistrationRejected(reason ?? "no reason was given");
  if (!id || !auth_token)
    throw new RegistrationFailed("the answer accepts, but brings no id or no auth_token");
  return { id, auth_token, league_id };
}
