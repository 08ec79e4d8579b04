/** What the parts of one gateway share. */
import type { AgentContext } from "../../agent/core/agent.js";
import type { LogEntry } from "../../platform/log.js";
import type { Forms } from "../form/forms.js";
import type { JsonObject } from "../message/types.js";
import type { MatchFacts } from "./matches/match-facts.js";
import type { PushedAnswers } from "./matches/pushed-answers.js";
import type { Role } from "./messages.js";
import type { Peer } from "./peer.js";
import type { Peers } from "./peers.js";

export interface GatewayParts {
  readonly role: Role;
  /** With the transport of the platform. */
  readonly context: AgentContext;
  readonly forms: Forms;
  readonly peers: Peers;
  readonly facts: MatchFacts;
  readonly pushed: PushedAnswers;
  /** Aborted when the agent is closed. */
  readonly signal: AbortSignal;
  /** The id of our own agent, once it is registered. */
  readonly ownId: () => string | undefined;
  /** RFC 3339. */
  readonly now: () => string;
  readonly log: (level: LogEntry["level"], message: string) => void;
  /** Hands a canonical request to our own agent; its result, or undefined if it refuses. */
  readonly deliver: (method: string, message: JsonObject) => Promise<unknown>;
  /** The address of an agent as this peer is to call it. */
  readonly addressFor: (recipient: Peer, isForeign: boolean, address: string) => string;
}
