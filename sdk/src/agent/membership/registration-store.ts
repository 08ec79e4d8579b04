/** The stored registration of an agent, with which a restarted agent continues as the same member. */
import type { Registration } from "../core/agent.js";

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
