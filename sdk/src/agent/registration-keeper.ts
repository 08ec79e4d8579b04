/** What an agent keeps of its registration, so that it goes on as the same member when it is started again. */
import type { Registration } from "./agent.js";

/** Kept before the league manager is asked, and again with its answer. It holds a token: keep it secret. */
export interface KeptRegistration {
  /** The address with which the agent is registered. */
  readonly endpoint: string;
  /** Of the request: repeated with it, a registration whose answer was lost is not a second one. */
  readonly conversation_id: string;
  /** Name of the wire form in which the league manager has answered. */
  readonly wire: string;
  /** Null until there is an answer. */
  readonly registration: Registration | null;
}

/** Stores and loads it, for one agent in one league. */
export interface RegistrationKeeper {
  /** What was saved last; null if there is nothing. */
  load(): Promise<KeptRegistration | null>;
  /** Resolves when it outlasts the end of the process. */
  save(kept: KeptRegistration): Promise<void>;
}
