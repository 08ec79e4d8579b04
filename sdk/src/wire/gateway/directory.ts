/** Answers a request for the addresses of other agents: a method, a tool, or a query with a type of its own. */
import type { Located } from "../find-message.js";
import type { JsonObject } from "../types.js";
import type { GatewayParts } from "./parts.js";
import type { Peer } from "./peer.js";

const asksForAgents =
  /^(get|list|find|lookup|query)_?(all_?)?(agent|player|referee|endpoint)s?(_?endpoints?)?$/i;
const asked = ["agent_id", "player_id", "referee_id", "id"];

/** @returns undefined for every other request, and for a sender that is no member of another form */
export function directoryAnswer(
  { method, message }: Located,
  { peers, addressFor }: GatewayParts,
  sender: Peer | undefined,
): JsonObject | undefined {
  const names = [method, message.query_type].filter((name) => typeof name === "string");
  const name = names.find((one) => asksForAgents.test(one));
  const members = peers.all.filter(({ id, role }) => id !== undefined && role !== undefined);
  if (name === undefined || !members.some(({ isForeign }) => isForeign)) return undefined;
  const all = members.map(({ id = "", role = "player", endpoint }): JsonObject => {
    const url = sender === undefined ? endpoint : addressFor(sender, true, endpoint);
    return {
      ...{ id, agent_id: id, [`${role}_id`]: id, display_name: id, name: id },
      ...{ agent_type: role, role, endpoint: url, contact_endpoint: url },
    };
  });
  const about = asked.map((member) => message[member]).find((id) => typeof id === "string");
  const one = /s$/i.test(name) ? undefined : all.find(({ id }) => id === about);
  return { message_type: "LEAGUE_QUERY_RESPONSE", ...(one ?? { agents: all }) };
}
