/**
 * Messages of another run, or of another instance of the agent. Ports are given out again: who plays against a peer that has gone may reach one of ours, and
 * what it says there is nothing that the agent under test could be blamed for.
 */
import type { JsonObject } from "../json/scan.js";
import type { Identity } from "../oracle/envelope-rules.js";

const SENDER = /^(league_manager|referee|player)(?::(.+))?$/;
const ROLES = { league_manager: "manager", referee: "referee", player: "player" } as const;

/**
 * Whether this was said by somebody else than the agent under test: under another name, without its token, and about
 * nothing that it was told of here. Whatever bears one mark of the agent is the agent's, wrong or not.
 *
 * @param agents as whom the agent may speak; one without an id has not registered yet
 * @param ours ids that mark a message as the agent's: of its league, or of the one match that is played here
 */
export function isStray(message: JsonObject, agents: readonly Identity[], ours: readonly unknown[]): boolean {
  const { sender, auth_token, league_id, match_id } = message;
  const [, kind, id] = typeof sender === "string" ? (SENDER.exec(sender) ?? []) : [];
  if (kind === undefined || ours.includes(league_id ?? match_id) || ours.includes(match_id ?? league_id))
    return false;
  return agents.every((agent) => {
    if (agent.token !== undefined && agent.token === auth_token) return false;
    if (agent.role !== ROLES[kind as keyof typeof ROLES])
      return league_id !== undefined || match_id !== undefined;
    return agent.id !== undefined && agent.id !== id && typeof auth_token === "string";
  });
}
