import { listAt } from "../../json.js";
import { childPointer } from "../../pointer.js";
import type { DialectRule } from "../rule.js";

/** Codes of the JSON-RPC 2.0 specification itself. */
const JSON_RPC = new Set([-32700, -32600, -32601, -32602, -32603]);

/** The errors of a method are in errors.yaml, with the same code and name. */
export const knownErrors: DialectRule = {
  id: "known-errors",
  kind: "dialect",
  phase: "meaning",
  check({ spec, dialect }, report) {
    const known = new Map<unknown, unknown>(
      listAt(spec.errors?.value, "errors").map((row) => [
        (row as { rpc_code?: unknown }).rpc_code,
        (row as { name?: unknown }).name,
      ]),
    );
    for (const { raw, pointer, name } of dialect.methods) {
      listAt(raw, "errors").forEach((error, i) => {
        const { code, message } = error as { code?: unknown; message?: unknown };
        const at = { file: dialect.file, pointer: childPointer(childPointer(pointer, "errors"), i) };
        if (JSON_RPC.has(code as number)) return;
        if (!known.has(code))
          report(
            at,
            `${name} names the error ${String(code)}, which errors.yaml does not define`,
            "Add it there.",
          );
        else if (known.get(code) !== message) {
          report(
            at,
            `the error ${String(code)} is called ${String(known.get(code))}`,
            `Write message: ${String(known.get(code))}.`,
          );
        }
      });
    }
  },
};
