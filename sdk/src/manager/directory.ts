/** The members of the league and their addresses: some agents request them, under many names. */
import type { JsonObject } from "../wire/index.js";
import type { Roster } from "./roster.js";

/** A member under all names that agents read. Its id replaces its name, as in orders of other forms. */
function listing({ id, role, endpoint }: { id: string; role: string; endpoint: string }): JsonObject {
  const names = { id, agent_id: id, [`${role}_id`]: id, display_name: id, name: id };
  return { ...names, agent_type: role, role, endpoint, contact_endpoint: endpoint };
}

/** Undefined in a league whose members all use the canonical form: the documents have no such query. */
export async function directoryOf(roster: Roster): Promise<readonly JsonObject[] | undefined> {
  const members = (await roster.all()).flat();
  if (members.every(({ wire }) => wire === "canonical")) return undefined;
  return members.map(listing);
}
