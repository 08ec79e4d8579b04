import { listAt } from "../json.js";
import { messageTypeOf } from "../model/fields.js";
import { formFaults } from "./forms.js";
import { below, type DialectContext, type Finding } from "./rule.js";

/** Every method has callers, receivers, params, a deadline and a reply. */
export function* methodMembers({ dialect, types }: DialectContext): Generator<Finding> {
  for (const { raw, pointer, name, reply } of dialect.methods) {
    const at = { file: dialect.file, pointer };
    yield* formFaults("method", raw, at);
    const named = raw["x-reply-message"] ?? null;
    const type = messageTypeOf({ types }, types.get(reply ?? "")?.schema ?? {}) ?? null;
    if (named !== type) {
      const cause = `it says ${named}, but the result of ${name} is ${type}`;
      yield [below(at, "x-reply-message"), cause, `Write x-reply-message: ${type}.`];
    }
    const deadline = below(at, "x-deadline-ms");
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
export function* knownErrors({ spec, dialect }: DialectContext): Generator<Finding> {
  const rows = listAt(spec.errors?.value, "errors") as { rpc_code?: unknown; name?: unknown }[];
  const known = new Map(rows.map((row) => [row.rpc_code, row.name]));
  for (const { raw, pointer, name } of dialect.methods) {
    for (const [i, error] of listAt(raw, "errors").entries()) {
      const { code, message } = error as { code?: unknown; message?: unknown };
      const at = below({ file: dialect.file, pointer }, "errors", i);
      if (JSON_RPC.has(code)) continue;
      const right = String(known.get(code));
      if (!known.has(code))
        yield [
          at,
          `${name} names the error ${String(code)}, which errors.yaml does not define`,
          "Add it there.",
        ];
      else if (right !== message)
        yield [at, `the error ${String(code)} is called ${right}`, `Write message: ${right}.`];
    }
  }
}
