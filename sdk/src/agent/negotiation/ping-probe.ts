/**
 * One `ping`, which has no effect at the peer: its answer shows whether the peer follows JSON-RPC as the documents
 * define it, so that an unexpected answer of the same peer can be classified as a fault or as its convention.
 */
import { protocol } from "@league-v2/contract";
import type { Client } from "../../client/client.js";
import { HttpStatusError, LeagueError, ProtocolFault, RpcReplyError } from "../../client/errors.js";
import { answerKind, answerObject } from "../../wire/index.js";

export interface PingAnswer {
  /**
   * `canonical`: a JSON-RPC response with HTTP 200 and "method not found" or a result that does not say "unknown".
   * `other`: other JSON, which is an agent's convention. `silent`: no answer, or no JSON, such as an HTML page.
   */
  readonly kind: "canonical" | "other" | "silent";
  /** The error of the ping. */
  readonly error?: unknown;
  /** Whether the peer answers `{"status": "ok"}` to a method that no agent has. */
  readonly answersAnything: boolean;
}

type Asking = Pick<Client, "call">;

/** The signal and the trace headers of one ping. */
interface AskOptions {
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** Many peers have no ping, so a failure is no warning. */
  readonly failureLevel: "debug";
}

/** A method that no agent has. */
const UNKNOWN_METHOD = "is_this_method_known";
const METHOD_NOT_FOUND = -32601;
/** Half of the pause that a referee makes between two attempts. */
const deadlineMs = protocol.retries.pauseMs / 2;

export async function probeWithPing(
  client: Asking,
  endpoint: string,
  options: () => AskOptions,
): Promise<PingAnswer> {
  const { answersAnything, ...answer } = await ask(client, endpoint, "ping", options());
  // An agent that supports ping may answer ok to it.
  const unknown = answersAnything ? await ask(client, endpoint, UNKNOWN_METHOD, options()) : undefined;
  return { ...answer, answersAnything: unknown?.answersAnything === true };
}

async function ask(client: Asking, endpoint: string, name: string, options: AskOptions): Promise<PingAnswer> {
  const row = { name, deadlineMs, retries: 0, retryPauseMs: null };
  try {
    const answer: unknown = await client.call(endpoint, row, {}, options);
    const answersAnything = isPlainOk(answer);
    return {
      kind: answersAnything || reportsUnknownInResult(answer) ? "other" : "canonical",
      answersAnything,
    };
  } catch (error) {
    if (!(error instanceof LeagueError) || error.code === "ABORTED") throw error;
    if (error instanceof RpcReplyError) {
      const isCanonical = error.rpcCode === METHOD_NOT_FOUND && error.status === 200;
      return { kind: isCanonical ? "canonical" : "other", error, answersAnything: false };
    }
    const isFault = error instanceof ProtocolFault;
    const isAnswer = isFault || (error instanceof HttpStatusError && error.answer !== undefined);
    const answersAnything = isFault && isPlainOk(answerObject(error.answer));
    return { kind: isAnswer ? "other" : "silent", error, answersAnything };
  }
}

/** Whether an answer is only `{"status": "ok"}`, unlike our own answer to a ping. */
function isPlainOk(answer: unknown): boolean {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return false;
  const { message, ...rest } = answer as Record<string, unknown>;
  return message !== "pong" && answerKind(rest) === "ok";
}

/** Whether a result reports an unknown method, for which JSON-RPC has an error. */
function reportsUnknownInResult(answer: unknown): boolean {
  return /unknown|unsupported|unrecogni[sz]ed/i.test(JSON.stringify(answer) ?? "");
}

/** Whether the peer lists its tools or its methods, from which a form can be derived. */
export async function describesItself(
  client: Asking,
  endpoint: string,
  options: () => AskOptions,
): Promise<boolean> {
  for (const [name, list] of [
    ["tools/list", "tools"],
    ["rpc.discover", "methods"],
  ] as const) {
    const row = { name, deadlineMs, retries: 0, retryPauseMs: null };
    const answer = await answerOrNothing(client.call<unknown>(endpoint, row, {}, options()));
    const members = typeof answer === "object" && answer !== null ? { ...answer } : {};
    if (Array.isArray((members as Readonly<Record<string, unknown>>)[list])) return true;
  }
  return false;
}

async function answerOrNothing(asking: Promise<unknown>): Promise<unknown> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof LeagueError) return undefined;
    throw error;
  }
}
