/** The one place where the suite reads the contract: methods, deadlines, numbers. Nothing here is written by hand. */
import { type MethodRow, methods, protocol } from "@league-v2/contract";

export { errors, type MethodRow, protocol } from "@league-v2/contract";

/** Every method whose params are a message of the league; ping and rpc.discover are plain calls. */
const rows: readonly MethodRow[] = Object.values<MethodRow>(methods).filter((row) => row.envelope);
const byRequest = new Map(rows.map((row) => [row.request, row]));

export const requestTypes: readonly string[] = rows.map((row) => row.request);
export const messageTypes: ReadonlySet<string> = new Set(
  rows.flatMap(({ request, reply, ack }) => [request, reply, ack].filter((type) => type !== null)),
);

/** Whether this names the type, ignoring case: TRN-ENV-01 decides about the case. */
export function isNameOf(type: string | undefined, name: unknown): boolean {
  return typeof name === "string" && name.toUpperCase() === type;
}

/** The row of the method that carries this request message. */
export function methodOf(requestType: string): MethodRow | undefined {
  return byRequest.get(requestType);
}

/** The reply that the contract names, or the acknowledgement of a notification that came with an id. */
export function replyTypeOf(requestType: string): string | undefined {
  const row = byRequest.get(requestType);
  return row?.reply ?? row?.ack ?? undefined;
}

/** The contract's deadline for the answer to this message, in milliseconds. */
export function deadlineOf(requestType: string): number {
  const deadline = byRequest.get(requestType)?.deadlineMs;
  if (deadline === undefined || deadline === null)
    throw new Error(`${requestType} has no deadline in the contract`);
  return deadline;
}

/** The longest that a direct match (RS) may take, in milliseconds. */
export function directMatchDeadline(): number {
  const form = byRequest.get("RUN_MATCH")?.forms.find(({ request }) => request === "DirectMatch");
  if (form?.deadlineMs === undefined || form.deadlineMs === null)
    throw new Error("the contract has no direct match");
  return form.deadlineMs;
}

/** The pause before the retry that follows attempt number `attempt` (counted from 0), at its longest, in milliseconds. */
export function retryPause(requestType: string, attempt: number): number {
  const fixed = byRequest.get(requestType)?.retryPauseMs;
  if (fixed !== undefined && fixed !== null) return fixed;
  const { firstMs, factor, maximumMs, jitter } = protocol.backoff;
  return Math.min(maximumMs, firstMs * factor ** attempt) * (1 + jitter);
}
