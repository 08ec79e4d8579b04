/** Classifies errors between this process and PostgreSQL, and decides whether to try again. */

/** `conflict`: another transaction was first. `connection`: the server has stopped, or is not ready yet. */
export type ErrorClass = "conflict" | "connection";

/** Serialization failure, deadlock (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const conflicts = new Set(["40001", "40P01"]);

/** Shutdown by the administrator, crash, not yet started; and the error codes of sockets. */
const interruptions = new Set([
  "57P01",
  "57P02",
  "57P03",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "ENOENT",
]);

/** The messages of `pg` errors without a code. */
const lost =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** Null for an error that another attempt would not change. */
export function classifyError(error: unknown): ErrorClass | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof AggregateError && error.errors.length > 0) return classifyError(error.errors[0]);
  const { code } = error as { code?: unknown };
  if (typeof code === "string") {
    if (conflicts.has(code)) return "conflict";
    // Class 08 is "connection exception".
    if (interruptions.has(code) || code.startsWith("08")) return "connection";
  }
  return lost.test(error.message) ? "connection" : null;
}
