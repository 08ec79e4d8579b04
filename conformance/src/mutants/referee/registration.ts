/** A registration in which one thing is wrong. */
import { isObject } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import { type Mutant, mutant } from "../mutant.js";
import { changeCall } from "../surgery.js";

const without = (name: string) => (meta: JsonObject) => ({ ...meta, [name]: undefined });

const faults: Record<string, [fault: string, change: (meta: JsonObject) => JsonObject]> = {
  "registers-without-endpoint": ["Does not say where it can be reached.", without("contact_endpoint")],
  "registers-wrong-endpoint": [
    "Registers an endpoint at which nobody listens.",
    (meta) => ({ ...meta, contact_endpoint: "http://127.0.0.1:8001/mcp" }),
  ],
  "registers-without-name": ["Registers without a display_name.", without("display_name")],
  "announces-no-capacity": ["Does not say how many matches it takes.", without("max_concurrent_matches")],
};

export default [
  ...Object.entries(faults).map(
    ([name, [fault, change]]): Mutant =>
      mutant({
        id: `referee:${name}`,
        fault,
        surgery: changeCall("REFEREE_REGISTER_REQUEST", (message) =>
          isObject(message.referee_meta)
            ? { ...message, referee_meta: change(message.referee_meta) }
            : undefined,
        ),
      }),
  ),
  mutant({
    id: "referee:registers-without-meta",
    fault: "Puts what belongs into `referee_meta` beside it.",
    surgery: changeCall("REFEREE_REGISTER_REQUEST", ({ referee_meta, ...envelope }) =>
      isObject(referee_meta) ? { ...envelope, ...referee_meta } : undefined,
    ),
  }),
];
