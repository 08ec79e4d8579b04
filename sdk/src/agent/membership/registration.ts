/** A registration: its steps, the reading of its answer, and its storage, with which a restarted agent is the same member. */
import { AbortedError, isSilence, LeagueError } from "../../client/errors.js";
import type { Registration } from "../core/agent.js";

/** The league manager's answer, for both roles. */
export interface RegistrationReply {
  readonly status: string;
  readonly id?: string | null | undefined;
  readonly auth_token?: string | null;
  readonly league_id?: string | null;
  readonly reason?: string | null;
}

/** The league rejects this agent; `reason` is the manager's (IS: REGISTRATION_REJECTED). */
export class RegistrationRejected extends Error {
  override readonly name = "REGISTRATION_REJECTED";
  readonly reason: string;

  constructor(reason: string) {
    super(`the league manager rejected the registration: ${reason}`);
    this.reason = reason;
  }
}

/** No attempt got a valid answer of the league manager (IS: REGISTRATION_FAILED). */
export class RegistrationFailed extends Error {
  override readonly name = "REGISTRATION_FAILED";
  /** Whether there was an answer at the league manager's address; the message then describes it. */
  readonly isAnswered: boolean;

  constructor(why: string, isAnswered: boolean, cause?: unknown) {
    super(`no registration with the league manager: ${why}`, { cause });
    this.isAnswered = isAnswered;
  }
}

/** @throws RegistrationRejected, RegistrationFailed */
export function readRegistration(reply: RegistrationReply): Registration {
  const { status, id, auth_token, league_id = null, reason } = reply;
  if (status !== "ACCEPTED") throw new RegistrationRejected(reason ?? "no reason was given");
  if (!id || !auth_token)
    throw new RegistrationFailed("the answer accepts, but brings no id or no auth_token", true);
  return { id, auth_token, league_id };
}

/** The error of a failed registration attempt, as agents report it. */
export function registrationFailure(error: unknown): {
  readonly error: unknown;
  readonly isRejected: boolean;
} {
  if (!(error instanceof LeagueError) || error instanceof AbortedError)
    return { error, isRejected: error instanceof RegistrationRejected };
  return { error: new RegistrationFailed(error.message, !isSilence(error), error), isRejected: false };
}

/** What a role does during its registration. */
export interface MembershipSteps {
  starts(): void;
  /** One registration, retries included. */
  ask(league: string, conversation_id: string): Promise<RegistrationReply>;
  accepted(registration: Registration): void;
  refused(rejected: boolean): void;
  /** Discards the state of an earlier run. */
  fresh?(): Promise<void>;
  /** Continues an earlier run; called before any message is handled. */
  resumes?(): Promise<void>;
}

/** Stores the progress of a registration. */
export interface RegistrationRecord {
  /** Of an earlier request whose answer did not arrive. */
  readonly conversation_id: string | undefined;
  begins(conversation_id: string): Promise<void>;
  succeeds(conversation_id: string, registration: Registration): Promise<void>;
}

/** The membership operations for resuming a stored registration. */
export interface Rejoining {
  /** One registration, retries included. @throws RegistrationRejected, RegistrationFailed, AbortedError */
  register(league: string, record?: RegistrationRecord): Promise<Registration>;
  /** Continues with the registration of an earlier run. */
  resume(registration: Registration): void;
  /** Ends the membership: callers of `member` wait for the next registration. */
  end(): void;
}

/** Saved before the registration request, and again with the answer. It contains a token: keep it secret. */
export interface StoredRegistration {
  /** The registered address of the agent. */
  readonly endpoint: string;
  /** The conversation id of the request: a repetition with the same id is not a second registration. */
  readonly conversation_id: string;
  /** Null until there is an answer. */
  readonly registration: Registration | null;
}

/** Stores and loads the registration of one agent in one league. */
export interface RegistrationStore {
  /** The registration saved last, or null. */
  load(): Promise<StoredRegistration | null>;
  /** Resolves when the data is durable. */
  save(kept: StoredRegistration): Promise<void>;
}
