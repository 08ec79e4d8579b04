// The descriptions of all message fields in both dialects, as a table for the page.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** @returns {{ sentences: string[], messages: Record<string, Record<string, number>> }} by path, numbers of sentences */
export function fieldNotes(root) {
  const sentences = [];
  const messages = {};
  const numbers = new Map();
  const numberOf = (sentence) => {
    if (!numbers.has(sentence)) numbers.set(sentence, sentences.push(sentence) - 1);
    return numbers.get(sentence);
  };
  // A field of both dialects has the description of the canonical one.
  for (const dialect of ["canonical", "flat"]) {
    const file = join(root, "generated", "openrpc", `${dialect}.json`);
    addNotes(JSON.parse(readFileSync(file, "utf8")).components.schemas, messages, numberOf);
  }
  return { sentences, messages };
}

function addNotes(schemas, messages, numberOf) {
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

  for (const schema of Object.values(schemas)) {
    const type = schema.properties?.message_type?.const;
    if (type === undefined) continue;
    messages[type] ??= { "": numberOf(schema.description) };
    collect(schema, "", messages[type], 3);
  }
}
