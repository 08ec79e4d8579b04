import type { RawFault } from "./validator.js";

/** Whether an object has that field itself, and with a value in it: nothing is inherited from a prototype. */
export function has(data: object, name: string): boolean {
  return (data as Record<string, unknown>)[name] !== undefined && Object.hasOwn(data, name);
}

/** Adds one fault to a validator's list, which begins with its first fault. */
export function record(
  faults: RawFault[] | null,
  instancePath: string,
  schemaPath: string,
  keyword: string,
  params: Record<string, unknown>,
): RawFault[] {
  const list = faults ?? [];
  list.push({ instancePath, schemaPath, keyword, params });
  return list;
}

/** The length of a text in characters (code points), as JSON Schema counts it: one emoji is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
