/** The referee inside of the manager's process (RS): a referee like any other, at a path of the manager's own server. */
import { protocol } from "@league-v2/contract";
import type { AgentContext } from "../agent/core/agent.js";
import type { RegistrationKeeper } from "../agent/membership/registration-keeper.js";
import type { HttpHandler } from "../http/types.js";
import type { LeagueManager, RunningLeagueManager } from "../manager/league-manager.js";
import type { Store } from "../manager/store.js";
import { createReferee } from "../referee/create-referee.js";

/** Where the manager's server hands on to the referee. */
const refereePath = "/referee";
const displayName = "embedded referee";

/**
 * The manager with a referee that registers with it and is called by it, through the same transport as all others.
 * @param store the manager's, if it outlasts it: started again, the referee is the same member of the league
 */
export function withEmbeddedReferee(
  manager: LeagueManager,
  store: Store | undefined,
  strict: boolean,
): LeagueManager {
  return {
    role: manager.role,
    connect(agentContext): RunningLeagueManager {
      const leader = manager.connect(agentContext);
      const own = contextOf(agentContext);
      const keeper = store === undefined ? {} : { keeper: keeperIn(store, own.endpoint) };
      const helper = createReferee({ displayName, strict, ...keeper }).connect(own);
      const handle: HttpHandler = (request) =>
        request.path.startsWith(`${refereePath}/`)
          ? helper.handle({ ...request, path: request.path.slice(refereePath.length) })
          : leader.handle(request);
      return {
        ...leader,
        handle,
        close: async () => {
          await helper.close();
          await leader.close();
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

/** The store has everything but its token; the same registration again returns a new token. */
function keeperIn(store: Store, endpoint: string): RegistrationKeeper {
  return {
    async load() {
      const referees = await store.members("referee");
      const known = referees.find((one) => one.display_name === displayName && one.endpoint === endpoint);
      if (known === undefined) return null;
      const { conversation_id, wire } = known;
      return { endpoint, conversation_id, wire, registration: null };
    },
    async save() {},
  };
}
