/** Attempts of a call at MCP servers, which may require a session. */

import { requestsSession } from "../../client/error-text.js";
import { HttpStatusError, RpcReplyError } from "../../client/errors.js";
import type { Form } from "../../wire/index.js";
import type { Negotiation } from "./negotiation.js";

/** HTTP statuses with which MCP servers answer a client without a session. */
const NO_SESSION: ReadonlySet<number> = new Set([400, 404]);

/** One attempt; then a second one in a session, if an MCP server requires it. */
export async function attemptIn(form: Form, { attempt, openSession }: Negotiation): Promise<unknown> {
  try {
    return await attempt(form.name === "canonical" ? null : form);
  } catch (error) {
    if (!requiresSession(form, error) || !(await openSession())) throw error;
    return attempt(form);
  }
}

/** Whether an MCP server requires a session, or no longer accepts the current one. */
export function requiresSession(form: Form | null, error: unknown): boolean {
  if (error instanceof RpcReplyError && requestsSession(error.text)) return true;
  const isRefused = error instanceof HttpStatusError || error instanceof RpcReplyError;
  return form?.profile.request === "tools_call" && isRefused && NO_SESSION.has(error.status);
}
