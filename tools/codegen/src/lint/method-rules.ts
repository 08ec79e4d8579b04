import { below } from "../fault.js";
import { listAt } from "../json.js";
import { messageTypeOf } from "../model/fields.js";
import { formFaults } from "./forms.js";
import type { DialectContext, Finding } from "./rule.js";

/** Every method has callers, receivers, params, a deadline and a reply. */
export function* methodMembers({ dialect }: DialectContext): Generator<Finding> {
  for (const method of dialect.methods) {
    const { raw, name, reply } = method;
    yield* formFaults("method", raw, method);
    const named = raw["x-reply-message"] ?? null;
    const type = messageTypeOf(dialect, reply?.schema ?? {}) ?? null;
    if (named !== type) {
      const cause = `it says ${named}, but the result of ${name} is ${type}`;
      yield [below(method, "x-reply-message"), cause, `Write x-reply-message: ${type}.`];
    }
    const deadline = below(method, "x-deadline-ms");
    if (reply === null && raw["x-deadline-ms"] !== null)
      yield [deadline, `${name} has no result to wait for`, "Write null, or add the result."];
    if (reply !== null && raw["x-deadline-ms"] === null)
      yield [
        deadline,
        `${name} has a result, but no deadline`,
        "Write the milliseconds, or leave the result out.",
      ];
  }
}

/** Codes of the JSON-RPC 2.0 specification itself. */
const JSON_RPC = new Set<unknown>([-32700, -32600, -32601, -32602, -32603]);

/** The errors of a method are in errors.yaml, with the same code and name. */
export function* knownErrors({ model, dialect }: DialectContext): Generator<Finding> {
  const rows = listAt(model.errors?.value, "errors") as { rpc_code?: unknown; name?: unknown }[];
  const known = new Map(rows.map((row) => [row.rpc_code, row.name]));
  for (const method of dialect.methods) {
    for (const [i, error] of listAt(method.raw, "errors").entries()) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      const at = below(method, "errors", i);
      if (JSON_RPC.has(code)) continue;
      const right = String(known.get(code));
      if (!known.has(code))
        yield [
          at,
          `${method.name} names the error ${String(code)}, which errors.yaml does not define`,
          "Add it there.",
        ];
      else if (right !== message)
        yield [at, `the error ${String(code)} is called ${right}`, `Write message: ${right}.`];
    }
  }
}
