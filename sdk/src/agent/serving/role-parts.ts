/** The parts of an agent of one role: methods, handlers, state, routes, metrics. */
import type { Validator } from "@league-v2/contract";
import type { Health } from "../../domain/role.js";
import type { HttpRoute } from "../../http/http-handler.js";
import type { MatchNumbers } from "../../metrics/agent-metrics.js";
import type { Family } from "../../metrics/family.js";
import type { RpcMethod } from "../../rpc/dispatch.js";
import type { Registration } from "../core/agent.js";
import type { BuildReply } from "../core/handlers.js";
import type { Trace } from "../core/trace.js";

/** A row of a role's table of served methods, as the contract package emits it. */
export interface ServedRow {
  readonly name: string;
  readonly deadlineMs: number | null;
  readonly validateRequest: Validator<unknown>;
  readonly validateReply: Validator<unknown> | null;
  readonly validateAck: Validator<unknown> | null;
}

export interface RoleParts {
  readonly serves: { readonly [method: string]: ServedRow };
  /** Exhaustive by its type at the place where it is made. */
  readonly handlers: { readonly [method: string]: unknown };
  /** The contract's, or one for the messages of this role only. */
  readonly reply: BuildReply;
  readonly registered: Promise<Registration>;
  readonly id: () => string | null;
  readonly state: () => string;
  /** Methods that take more than the message of their row, in place of the one around the handler. */
  readonly methods?: { readonly [method: string]: RpcMethod<Trace | undefined> };
  /** Further paths that this role serves. */
  readonly routes?: readonly HttpRoute[];
  /** The members of this role on `GET /health` in addition to those of every agent. */
  readonly about?: () => Partial<Health>;
  /** The matches of a player or a referee, read at each request of `/metrics`. */
  readonly matches?: () => MatchNumbers;
  /** The metrics of the manager in addition to its exchanges, read at each request of `/metrics`. */
  readonly metrics?: () => readonly Family[] | Promise<readonly Family[]>;
  /** See `RunningAgent`. */
  readonly drain?: () => Promise<void>;
}
