import { protocol } from "@league-v2/contract";
import type { AgentContext } from "../agent/core/agent.js";
import type { RegistrationStore } from "../agent/membership/registration.js";
import { allowHosts, guardedTransport } from "../domain/endpoint-policy.js";
import type { HttpHandler } from "../http/types.js";
import type { LeagueManager, LeagueManagerOptions, RunningLeagueManager } from "../manager/league-manager.js";
import { LeagueManagerSession } from "../manager/session.js";
import type { Store } from "../manager/store/store.js";
import { createReferee } from "../referee/create-referee.js";

/** Creates a league manager: registration, schedule, standings, announcements; its data is in a `Store`. */
export function createLeagueManager(options: LeagueManagerOptions = {}): LeagueManager {
  const { endpoints = allowHosts() } = options;
  const manager: LeagueManager = {
    role: "league_manager",
    connect: (agentContext) => {
      const transport = guardedTransport(agentContext.transport, endpoints);
      return new LeagueManagerSession(options, { ...agentContext, transport }).agent;
    },
  };
  if (options.referee !== "embedded") return manager;
  return withEmbeddedReferee(manager, options.store);
}

/** The path prefix of requests that the manager's server passes to its embedded referee (RS). */
const refereePath = "/referee";
const displayName = "embedded referee";

/**
 * A manager with a referee that registers with it and is called by it, through the same transport as all others.
 * @param store the manager's store, if it is durable: a restarted referee is then the same member of the league
 */
function withEmbeddedReferee(manager: LeagueManager, store: Store | undefined): LeagueManager {
  return {
    role: manager.role,
    connect(agentContext): RunningLeagueManager {
      const running = manager.connect(agentContext);
      const own = contextOf(agentContext);
      const keeper = store === undefined ? {} : { keeper: keeperIn(store, own.endpoint) };
      const referee = createReferee({ displayName, ...keeper }).connect(own);
      const handle: HttpHandler = (request) =>
        request.path.startsWith(`${refereePath}/`)
          ? referee.handle({ ...request, path: request.path.slice(refereePath.length) })
          : running.handle(request);
      return {
        ...running,
        handle,
        close: async () => {
          await referee.close();
          await running.close();
        },
      };
    },
  };
}

function contextOf(agentContext: AgentContext): AgentContext {
  const { origin } = new URL(agentContext.endpoint);
  return {
    ...agentContext,
    endpoint: `${origin}${refereePath}${protocol.paths.mcp}`,
    league: agentContext.endpoint,
  };
}

/** The store has all data of the registration but the token; a repeated registration returns a new one. */
function keeperIn(store: Store, endpoint: string): RegistrationStore {
  return {
    async load() {
      const referees = await store.members("referee");
      const known = referees.find((one) => one.display_name === displayName && one.endpoint === endpoint);
      if (known === undefined) return null;
      return { endpoint, conversation_id: known.conversation_id, registration: null };
    },
    async save() {},
  };
}
