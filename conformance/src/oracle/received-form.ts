/**
 * The schemas of the contract as a receiver reads them, for an independent JSON Schema implementation: open enums are
 * any value, and members that only senders must send are not required.
 */
import { type Schema, Validator } from "@cfworker/json-schema";
import openrpc from "@league-v2/contract/openrpc/canonical.json" with { type: "json" };
import { isObject, type JsonObject } from "../json.js";

const REF = "#/components/schemas/";
const validators = new Map<string, Validator>();

/** Why a receiver of the contract may not accept this as a message of the type; empty if it may. */
export function violations(messageType: string, value: unknown): string[] {
  const { valid, errors } = validatorFor(messageType).validate(value);
  return valid
    ? []
    : errors.map(({ instanceLocation, keyword, error }) => `${instanceLocation} ${keyword}: ${error}`);
}

function validatorFor(messageType: string): Validator {
  const known = validators.get(messageType);
  if (known !== undefined) return known;
  const title = pascal(messageType);
  const $defs = Object.fromEntries(
    Object.entries(schemas()).map(([name, schema]) => [name, received(schema)]),
  );
  if ($defs[title] === undefined) throw new Error(`the contract has no schema ${title}`);
  const made = new Validator({ $ref: `#/$defs/${title}`, $defs } as Schema, "2020-12", false);
  validators.set(messageType, made);
  return made;
}

function schemas(): Readonly<Record<string, unknown>> {
  return openrpc.components.schemas;
}

function received(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(received);
  if (!isObject(schema)) return schema;
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key.startsWith("x-") || key === "examples" || (key === "enum" && schema["x-open"] === true)) continue;
    if (key === "$ref" && typeof value === "string") out.$ref = value.replace(REF, "#/$defs/");
    else out[key] = key === "const" || key === "enum" || key === "default" ? value : received(value);
  }
  return out;
}

/** GameInvitation for GAME_INVITATION. */
export function pascal(messageType: string): string {
  return messageType
    .toLowerCase()
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
