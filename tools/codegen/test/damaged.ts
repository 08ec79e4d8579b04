import fc from "fast-check";
import type { Json } from "../src/json.js";

/** A message in which one value is replaced by any other value, or removed. */
export function damaged(message: Json): fc.Arbitrary<Json> {
  const places: string[][] = [];
  const visit = (value: Json, path: string[]) => {
    places.push(path);
    if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value)) visit(member as Json, [...path, key]);
    }
  };
  visit(message, []);
  const replacement = fc.oneof(
    fc.jsonValue() as fc.Arbitrary<Json>,
    fc.constantFrom<Json>(null, "", " ", 0, -1, 1.5, 11, [], {}, "even", "EVEN", true),
  );
  return fc
    .tuple(fc.constantFrom(...places), fc.option(replacement, { nil: undefined }))
    .map(([path, value]) => replaced(message, path, value));
}

function replaced(value: Json, path: readonly string[], to: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return to ?? null;
  const copy = structuredClone(value) as Record<string, Json>;
  if (rest.length > 0) copy[key] = replaced(copy[key] ?? null, rest, to);
  else if (to === undefined) delete copy[key];
  else copy[key] = to;
  return copy as Json;
}
