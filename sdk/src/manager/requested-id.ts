/** The id that an agent calls itself by, in the forms in which agents bring one (PC 1.1; DECISIONS D78). */
import type { Wire } from "../agent/wire.js";

/** Where agents of the wild say it; in the flat dialect the name is the id. */
export function requestedId(request: object, meta: object, wire: Wire): string | undefined {
  if (wire.name === "canonical") return undefined;
  const said = [meta, request].map((place) => {
    const { player_id, referee_id } = place as { player_id?: unknown; referee_id?: unknown };
    return player_id ?? referee_id;
  });
  const { display_name } = meta as { display_name?: unknown };
  const id =
    said.find((one) => typeof one === "string") ?? (wire.name.startsWith("flat") ? display_name : undefined);
  return typeof id === "string" ? id : undefined;
}
