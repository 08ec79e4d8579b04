import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { messagesOf } from "../emit/examples.js";
import { wireName } from "../emit/messages.js";
import type { JsonObject } from "../json.js";
import type { Dialect, Model, NamedType } from "../model/model.js";
import { type Output, PREAMBLE } from "../print/file.js";
import { jsonRows } from "../print/literal.js";
import { explain } from "../runtime/explain.js";
import { withFault } from "../runtime/field-fault.js";

/** Test material for every language: messages with the places of their faults, and JSON-RPC exchanges. */
export function emitVectors({ dialects }: Model, label: string): Output[] {
  const own = dialects.filter((dialect) => dialect.isLeagueSpec);
  if (own.length === 0) return [];
  const comment = `${PREAMBLE} ${label}. Do not edit. The format is described in tools/codegen/docs/vectors.md.`;
  const file = (name: string, data: JsonObject, depth: number): Output => ({
    path: `vectors/${name}.json`,
    text: `${jsonRows({ $comment: comment, ...data }, depth)}\n`,
  });
  const messages = Object.fromEntries(own.map((dialect) => [dialect.name, messageVectors(dialect)]));
  // The path is the same from src/vectors and from dist/vectors.
  const exchanges = parse(readFileSync(new URL("../../src/vectors/exchanges.yaml", import.meta.url), "utf8"));
  return [file("messages", messages, 4), file("exchanges", { exchanges }, 2)];
}

function messageVectors(dialect: Dialect): JsonObject {
  return Object.fromEntries(messagesOf(dialect).map((type) => [type.name, messageVector(dialect, type)]));
}

function messageVector(dialect: Dialect, type: NamedType): JsonObject {
  const { examples = [], "x-near-misses": nearMisses = [] } = type.schema;
  return {
    message_type: wireName(dialect, type),
    valid: examples,
    near_misses: nearMisses.map((miss): JsonObject => {
      const data = withFault(examples[0] ?? null, miss);
      const found = explain(dialect.receivedFaults(type.name, data), data);
      const violations = found.map(({ pointer, keyword }) => ({ pointer, keyword }));
      const { keyword: _, ...change } = miss;
      return { ...(change as JsonObject), violations };
    }),
  };
}
