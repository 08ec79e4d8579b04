/** The referee inside of the manager's process (RS): a referee like any other, at a path of the manager's own server. */
import { protocol } from "@league-v2/contract";
import type { Agent, Link } from "../agent/agent.js";
import type { HttpHandler } from "../http/types.js";
import type { LeagueManager, RunningLeagueManager } from "./create-league-manager.js";

/** Where the manager's server hands on to the referee. */
const refereePath = "/referee";

/** The manager with a referee that registers with it and is called by it, through the same transport as all others. */
export function withEmbeddedReferee(manager: LeagueManager, referee: Agent): LeagueManager {
  return {
    role: manager.role,
    connect(link): RunningLeagueManager {
      const leader = manager.connect(link);
      const helper = referee.connect(linkOf(link));
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

function linkOf(link: Link): Link {
  const { origin } = new URL(link.endpoint);
  return { ...link, endpoint: `${origin}${refereePath}${protocol.paths.mcp}`, league: link.endpoint };
}
