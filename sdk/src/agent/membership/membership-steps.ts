/** The callbacks of a role during registration, and the interfaces for resuming a stored registration. */
import type { Registration } from "../core/agent.js";
import type { RegistrationReply } from "./registration.js";

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
