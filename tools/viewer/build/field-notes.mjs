// What each field of each message means, in the words of the spec: a table that the page carries.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @returns {{ sentences: string[], messages: Record<string, Record<string, number>> }} by path, numbers of sentences */
export function fieldNotes(root) {
  const document = JSON.parse(readFileSync(join(root, "generated", "openrpc", "canonical.json"), "utf8"));
  const { schemas } = document.components;
  const sentences = [];
  const numbers = new Map();
  const numberOf = (sentence) => {
    if (!numbers.has(sentence)) numbers.set(sentence, sentences.push(sentence) - 1);
    return numbers.get(sentence);
  };
  const resolve = (schema) => (schema.$ref === undefined ? schema : { ...named(schema.$ref), ...schema });
  const named = (ref) => schemas[ref.split("/").at(-1)] ?? {};

  const collect = (schema, path, notes, depth) => {
    const { allOf = [], oneOf = [], anyOf = [], properties = {}, items } = schema;
    for (const part of [...allOf, ...oneOf, ...anyOf]) collect(resolve(part), path, notes, depth);
    for (const [name, given] of Object.entries(properties)) {
      const own = resolve(given);
      const at = path === "" ? name : `${path}.${name}`;
      if (own.description !== undefined) notes[at] ??= numberOf(own.description);
      if (depth > 0) collect(own, at, notes, depth - 1);
    }
    if (items !== undefined && depth > 0) collect(resolve(items), path, notes, depth - 1);
  };

  const messages = {};
  for (const schema of Object.values(schemas)) {
    const type = schema.properties?.message_type?.const;
    if (type === undefined) continue;
    const notes = { "": numberOf(schema.description) };
    collect(schema, "", notes, 3);
    messages[type] = notes;
  }
  return { sentences, messages };
}
