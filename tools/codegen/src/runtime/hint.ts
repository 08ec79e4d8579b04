import { preview } from "./preview.js";
import { mostSimilar, simplify } from "./similar.js";
import type { RawFault } from "./validator.js";

/** A hint about the likely intention of the sender, or undefined if there is none. */
export function hintFor(
  fault: RawFault,
  pointer: string,
  value: unknown,
  parent: unknown,
): string | undefined {
  switch (fault.keyword) {
    case "required":
      return misspelt(pointer.slice(pointer.lastIndexOf("/") + 1), parent);
    case "enum":
      return nearMember(value, fault.expected);
    case "const":
      return nearMember(value, [fault.expected]);
    case "type":
      return wrongType(fault.expected, value);
    case "pattern":
      return localTime(value);
    default:
      return undefined;
  }
}

/** The field may have a misspelt name. */
function misspelt(name: string, parent: unknown): string | undefined {
  if (typeof parent !== "object" || parent === null) return undefined;
  // Siblings such as player_A_id and player_B_id differ in one letter, so only one missing or additional letter counts as a misspelling.
  const plain = simplify(name);
  const others = Object.keys(parent).slice(0, 100);
  const found = mostSimilar(
    name,
    others.filter((key) => simplify(key) === plain || Math.abs(simplify(key).length - plain.length) === 1),
    1,
  );
  return found === undefined ? undefined : `There is ${preview(found)}: did you mean "${name}"?`;
}

function nearMember(value: unknown, members: unknown): string | undefined {
  if (typeof value !== "string" || !Array.isArray(members)) return undefined;
  const found = mostSimilar(
    value,
    members.filter((member) => typeof member === "string"),
  );
  return found === undefined ? undefined : `Did you mean ${JSON.stringify(found)}?`;
}

function wrongType(type: unknown, value: unknown): string | undefined {
  const types = Array.isArray(type) ? type : [type];
  const wantsNumber = types.includes("integer") || types.includes("number");
  if (typeof value === "string" && wantsNumber && /^-?\d+(\.\d+)?$/.test(value))
    return "Write the number without quotes.";
  if (typeof value === "string" && types.includes("boolean") && /^(true|false)$/i.test(value)) {
    return "Write true or false without quotes.";
  }
  return undefined;
}

/** A time with an offset or without a zone, although the pattern requires UTC. */
function localTime(value: unknown): string | undefined {
  if (
    typeof value !== "string" ||
    !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?([+-]\d{2}:?\d{2})?$/.test(value)
  ) {
    return undefined;
  }
  return "Give the time in UTC, ending in Z.";
}
