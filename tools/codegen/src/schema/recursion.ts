import type { Types } from "./schema.js";
import { eachPart, type Schema } from "./schema.js";

/** The names of the schemas that contain themselves. */
export function recursiveTypes(types: Types): ReadonlySet<string> {
  const refs = new Map([...types.types].map(([name, { schema }]) => [name, refsOf(schema)]));
  const reaches = (from: string): boolean => {
    const seen = new Set<string>();
    const queue = [...(refs.get(from) ?? [])];
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (name === from) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      queue.push(...(refs.get(name) ?? []));
    }
    return false;
  };
  return new Set([...types.types.keys()].filter(reaches));
}

/** The names to which a schema and its parts refer. */
export function refsOf(schema: Schema): ReadonlySet<string> {
  const refs = new Set<string>();
  const visit = (part: Schema): void => {
    if (part.$ref !== undefined) refs.add(part.$ref);
    eachPart(part, visit);
  };
  visit(schema);
  return refs;
}
