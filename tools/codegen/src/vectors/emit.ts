import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { messagesOf } from "../emit/examples.js";
import { wireName } from "../emit/messages.js";
import { exchangeRow, methodRow } from "../emit/methods.js";
import { type JsonObject, objectAt } from "../json.js";
import type { Dialect, Model, NamedType } from "../model/model.js";
import { type Output, PREAMBLE } from "../print/file.js";
import { jsonRows } from "../print/literal.js";
import { explain } from "../runtime/explain.js";
import { withFault } from "../runtime/field-fault.js";

/** Test material for every language: messages with the places of their faults, JSON-RPC exchanges, and deadlines. */
export function emitVectors({ dialects, protocol }: Model, label: string): Output[] {
  const own = dialects.filter((dialect) => dialect.isLeagueSpec);
  if (own.length === 0) return [];
  const comment = `${PREAMBLE} ${label}. Do not edit. The format is described in tools/codegen/docs/vectors.md.`;
  const file = (name: string, data: JsonObject, depth: number): Output => ({
    path: `vectors/${name}.json`,
    text: `${jsonRows({ $comment: comment, ...data }, depth)}\n`,
  });
  const byDialect = (of: (dialect: Dialect) => JsonObject) =>
    Object.fromEntries(own.map((dialect) => [dialect.name, of(dialect)]));
  const messages = byDialect((dialect) => messageVectors(dialect));
  const timing = {
    default_deadline_ms: 0,
    backoff: {},
    ...objectAt({ protocol: protocol?.value ?? {} }, "protocol"),
  };
  const { default_deadline_ms, backoff } = timing;
  // The path is the same from src/vectors and from dist/vectors.
  const exchanges = parse(readFileSync(new URL("../../src/vectors/exchanges.yaml", import.meta.url), "utf8"));
  return [
    file("messages", messages, 4),
    file("exchanges", { exchanges }, 2),
    file("deadlines", { default_deadline_ms, backoff, ...byDialect(deadlines) }, 2),
  ];
}

function messageVectors(dialect: Dialect): JsonObject {
  return Object.fromEntries(messagesOf(dialect).map((type) => [type.name, messageVector(dialect, type)]));
}

function messageVector(dialect: Dialect, type: NamedType): JsonObject {
  const [first = null] = type.schema.examples ?? [];
  const nearMisses = (type.schema["x-near-misses"] ?? []).map(
    ({ label, keyword: _, pointer, ...change }): JsonObject => {
      const data = withFault(first, { label, keyword: "", pointer, ...change });
      const violations = explain(dialect.receivedFaults(type.name, data), data).map(
        ({ pointer, keyword }) => ({
          pointer,
          keyword,
        }),
      );
      return { label, pointer, ...(change as JsonObject), violations };
    },
  );
  return {
    message_type: wireName(dialect, type),
    valid: [...(type.schema.examples ?? [])],
    near_misses: nearMisses,
  };
}

function deadlines(dialect: Dialect): JsonObject {
  return Object.fromEntries(
    dialect.methods.map((method) => {
      const { deadlineMs, retries, retryPauseMs, bestEffort } = methodRow(dialect, method);
      const forms = method.forms.map((form) => exchangeRow(dialect, form).deadlineMs ?? null);
      return [
        method.name,
        {
          deadline_ms: deadlineMs ?? null,
          retries: retries ?? 0,
          retry_pause_ms: retryPauseMs ?? null,
          best_effort: bestEffort ?? false,
          form_deadlines_ms: forms,
        },
      ];
    }),
  );
}
