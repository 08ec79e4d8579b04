/** Registrations that say too little, or the wrong thing. */
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import { changeCall } from "../surgery.js";

const faults: Record<string, [fault: string, change: (meta: JsonObject) => JsonObject]> = {
  "registers-without-name": ["Registers without a name.", ({ display_name: _, ...meta }) => meta],
  "registers-other-port": [
    "Registers an endpoint at which nobody serves.",
    (meta) => ({ ...meta, contact_endpoint: String(meta.contact_endpoint).replace(/:\d+\//, ":1/") }),
  ],
  "registers-without-path": [
    "Registers its address without the path /mcp.",
    (meta) => ({ ...meta, contact_endpoint: String(meta.contact_endpoint).replace(/\/mcp$/, "") }),
  ],
  "registers-without-version": ["Leaves its version out of player_meta.", ({ version: _, ...meta }) => meta],
  "registers-no-host": [
    "Registers the address at which it listens, 0.0.0.0.",
    (meta) => ({
      ...meta,
      contact_endpoint: String(meta.contact_endpoint).replace(/127\.0\.0\.1|localhost/, "0.0.0.0"),
    }),
  ],
  "registers-for-another-game": [
    "Registers for another game than the league's.",
    (meta) => ({ ...meta, game_types: ["odd_even"] }),
  ],
  "registers-an-old-version": [
    "Registers as an agent of the protocol's first generation.",
    (meta) => ({ ...meta, protocol_version: "1.0.0" }),
  ],
  "registers-without-games": ["Registers for no games.", (meta) => ({ ...meta, game_types: [] })],
};

export default [
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant =>
      mutant({
        id: `player:${name}`,
        fault,
        surgery: changeCall("LEAGUE_REGISTER_REQUEST", (message) =>
          isObject(message.player_meta)
            ? { ...message, player_meta: change(message.player_meta) }
            : undefined,
        ),
      }),
  ),
  mutant({
    id: "player:registers-flat",
    fault: "Writes the members of player_meta into the message itself.",
    surgery: changeCall("LEAGUE_REGISTER_REQUEST", ({ player_meta, ...message }) => ({
      ...message,
      ...(player_meta as JsonObject),
    })),
  }),
];
