/** What the role adds to a registration, and what a registration that an earlier run has kept needs of this one. */
import type { Registration } from "./agent.js";
import type { RegistrationReply } from "./registration.js";

export interface MembershipSteps {
  starts(): void;
  /** One registration, retries included. */
  ask(league: string, conversation_id: string): Promise<RegistrationReply>;
  accepted(registration: Registration): void;
  refused(rejected: boolean): void;
  /** Discards the state of an earlier run. */
  fresh?(): Promise<void>;
  /** An earlier run goes on: called before any message is handled. */
  resumes?(): Promise<void>;
}

/** Keeps what comes of a registration. */
export interface RegistrationRecord {
  /** Of an earlier request whose answer did not arrive. */
  readonly conversation_id: string | undefined;
  begins(conversation_id: string): Promise<void>;
  succeeds(conversation_id: string, registration: Registration): Promise<void>;
}

/** The membership, as what goes on with a kept registration uses it. */
export interface Rejoining {
  /** One registration, retries included. @throws RegistrationRejected, RegistrationFailed, AbortedError */
  register(league: string, record?: RegistrationRecord): Promise<Registration>;
  /** This run goes on with the registration of an earlier one. */
  resume(registration: Registration): void;
  /** The agent is no member any more, and what waits for a registration waits again. */
  forget(): void;
}
