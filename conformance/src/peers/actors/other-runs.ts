/**
 * Messages of another run, or of another instance of the agent. Ports are reused: an agent that sends to a peer of an
 * earlier run may reach a peer of this one, and the agent under test is not judged by such messages.
 */
import type { JsonObject } from "../../json.js";
import type { Identity } from "../../oracle/envelope-rules.js";
import type { Role } from "../../types.js";

const SENDER = /^(league_manager|referee|player)(?::(.+))?$/;
/** Ids as the suite assigns them; in some wire forms they stand without the role. */
const BARE_ID = /^(REF|P)\d+$/;
const ROLES: Readonly<Record<string, Role>> = {
  league_manager: "manager",
  referee: "referee",
  player: "player",
  REF: "referee",
  P: "player",
};

/**
 * Whether this was not sent by the agent under test: it has another sender, not the agent's token, and other ids than
 * those of this run. A message with one of these marks is attributed to the agent, correct or not.
 *
 * @param agents the identities that the agent may use; one without an id has not registered yet
 * @param ours ids that mark a message as the agent's: of its league, or of the only match that is played here
 */
export function isFromAnotherRun(
  message: JsonObject,
  agents: readonly Identity[],
  ours: readonly unknown[],
): boolean {
  const { sender, auth_token, league_id, match_id } = message;
  const expectedSender = senderIn(sender);
  if (
    expectedSender === undefined ||
    ours.includes(league_id ?? match_id) ||
    ours.includes(match_id ?? league_id)
  )
    return false;
  return agents.every((agent) => {
    if (agent.token !== undefined && agent.token === auth_token) return false;
    if (agent.role !== expectedSender.role) return league_id !== undefined || match_id !== undefined;
    return agent.id !== undefined && agent.id !== expectedSender.id && typeof auth_token === "string";
  });
}

function senderIn(sender: unknown): { role: Role | undefined; id: string | undefined } | undefined {
  if (typeof sender !== "string") return undefined;
  const [, bare] = BARE_ID.exec(sender) ?? [];
  if (bare !== undefined) return { role: ROLES[bare], id: sender };
  const [, kind, id] = SENDER.exec(sender) ?? [];
  return kind === undefined ? undefined : { role: ROLES[kind], id };
}

/**
 * Senders that an agent accepts as the league manager only if it compares a part of the name. They also break the
 * schema, so an agent may refuse them for that.
 */
export const LOOK_ALIKES = ["league_manager_2", "old_league_manager"] as const;

export const REFUSED_LOOK_ALIKE = ["E012", -32_602] as const;
