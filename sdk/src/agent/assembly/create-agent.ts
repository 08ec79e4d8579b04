/** An agent from custom handlers, for roles that differ from ours: typed, exhaustive, with the protocol implemented. */
import {
  leagueManagerCalls,
  leagueManagerServes,
  playerCalls,
  playerServes,
  refereeCalls,
  refereeServes,
  reply,
} from "@league-v2/contract";
import type { Role } from "../../domain/role.js";
import { RpcError, rpcErrors } from "../../rpc/rpc-error.js";
import type { Agent, AgentContext } from "../core/agent.js";
import type { HandlersOf } from "../core/handlers.js";
import type { SenderIdentity } from "../core/sender-identity.js";
import { AgentRuntime } from "../serving/agent-runtime.js";
import type { Caller } from "../serving/caller.js";
import { runAgent } from "./run-agent.js";

const tables = {
  player: { serves: playerServes, calls: playerCalls },
  referee: { serves: refereeServes, calls: refereeCalls },
  league_manager: { serves: leagueManagerServes, calls: leagueManagerCalls },
} as const;

type Tables = typeof tables;

/** The handlers of a role: one for every method that it serves. */
export type Handlers<R extends Role> = HandlersOf<Tables[R]["serves"]>;

/** The tools of custom handlers. */
export interface AgentTools<R extends Role> {
  readonly agentContext: AgentContext;
  /** Calls to others, typed by the methods that this role may call. */
  readonly caller: Caller<Tables[R]["calls"]>;
  /** Fills envelopes; `senderIdentity.become(sender, token)` after the registration. */
  readonly senderIdentity: SenderIdentity;
  /** Resolves `done`; the code that serves the agent closes it. */
  finish(reason: string): void;
}

/**
 * One handler for every method of the role: a missing one does not compile, and the error names it.
 * The agent does not register automatically.
 *
 * @param sender the provisional sender, e.g. `player:alpha`
 */
export function createAgent<R extends Role>(
  role: R,
  sender: string,
  handlers: (tools: AgentTools<R>) => Handlers<R>,
): Agent {
  const { serves, calls }: Tables[R] = tables[role];
  return {
    role,
    connect(agentContext) {
      const runtime = new AgentRuntime<Tables[R]["calls"]>(role, agentContext, sender, calls);
      const { caller, senderIdentity } = runtime;
      return runAgent(runtime, {
        serves,
        reply,
        handlers: handlers({
          agentContext,
          caller,
          senderIdentity,
          finish: (reason) => runtime.finish(reason),
        }),
        registered: new Promise(() => {}),
        id: () => null,
        state: () => "UNREGISTERED",
      });
    },
  };
}

/** Opts out of exhaustiveness: methods without a handler are answered with −32601. */
export function partialHandlers<R extends Role>(role: R, handlers: Partial<Handlers<R>>): Handlers<R> {
  const missing = () => {
    throw new RpcError(rpcErrors.methodNotFound);
  };
  const names = Object.keys(tables[role].serves);
  return { ...Object.fromEntries(names.map((name) => [name, missing])), ...handlers } as Handlers<R>;
}
