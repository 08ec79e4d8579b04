/** The id that an agent already uses for itself, in the forms in which agents state it (PC 1.1; DECISIONS D78). */
import { protocol } from "@league-v2/contract";
import type { Wire } from "../agent/core/wire.js";

/**
 * @param strict whether a canonical registration cannot choose its id, not even one of the protocol's format in
 * its sender: `player:P03`
 */
export function requestedId(
  request: { readonly sender: string },
  meta: object,
  wire: Wire,
  strict: boolean,
): string | undefined {
  if (wire.name === "canonical") return strict ? undefined : idInSender(request.sender);
  const ids = [meta, request].map((place) => {
    const { player_id, referee_id } = place as { player_id?: unknown; referee_id?: unknown };
    return player_id ?? referee_id;
  });
  const { display_name } = meta as { display_name?: unknown };
  const id =
    ids.find((one) => typeof one === "string") ?? (wire.name.startsWith("flat") ? display_name : undefined);
  if (typeof id === "string") return id;
  return strict ? undefined : idInSender(request.sender);
}

/** Agents that have an id before they register keep it, regardless of the league manager's answer. */
export function idInSender(sender: string): string | undefined {
  const { player, referee } = protocol.idFormats;
  const [role, id = ""] = sender.split(":", 2);
  const format = role === "player" ? player : role === "referee" ? referee : undefined;
  if (format === undefined || !id.startsWith(format.prefix)) return undefined;
  return /^\d+$/.test(id.slice(format.prefix.length)) ? id : undefined;
}
