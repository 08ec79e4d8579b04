/** The public interface of an agent: an HTTP handler that joins a league (architecture rule 2). */
import type { Health, Role } from "../../domain/role.js";
import type { HttpHandler } from "../../http/types.js";
import type { Clock } from "../../platform/clock.js";
import type { Log } from "../../platform/log.js";
import type { Random } from "../../platform/random.js";
import type { Transport } from "../../platform/transport.js";

/** An agent that is not running: it may be connected any number of times, each time with a new runtime. */
export interface Agent<Running extends RunningAgent = RunningAgent> {
  readonly role: Role;
  connect(agentContext: AgentContext): Running;
}

/** The context of one running agent: its platform, its own address, and the address of its league. */
export interface AgentContext {
  /** Absolute URL under which others reach this agent, e.g. `http://127.0.0.1:8101/mcp`. */
  readonly endpoint: string;
  /** The league manager's URL; without it the agent does not register. */
  readonly league?: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly transport: Transport;
  readonly log?: Log | undefined;
  /** False: nothing is counted, and there is no `GET /metrics`. */
  readonly metrics?: boolean | undefined;
  /** Web pages that may call it, in addition to those of this machine: `https://play.example`. */
  readonly origins?: readonly string[] | undefined;
}

/** An agent that is connected: it answers HTTP exchanges until it is closed. */
export interface RunningAgent {
  readonly role: Role;
  readonly handle: HttpHandler;
  /**
   * Settles when the league manager has answered; never for an agent without a league.
   * Rejects with `RegistrationRejected` or `RegistrationFailed`.
   */
  readonly registered: Promise<Registration>;
  /** Resolves with the reason when the agent has received a shutdown, or has been closed. */
  readonly done: Promise<string>;
  health(): Health;
  /**
   * Refuses new matches, and resolves when the running ones are over. Undefined for an agent without matches.
   * Close the agent afterwards, or after a time limit.
   */
  readonly drain?: (() => Promise<void>) | undefined;
  /** Stops all work; open calls are aborted. Calling it twice is harmless. */
  close(): Promise<void>;
}

/** An agent's membership in a league, as the league manager has answered it. */
export interface Registration {
  readonly id: string;
  readonly league_id: string | null;
  readonly auth_token: string;
}
