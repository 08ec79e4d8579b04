/** Reads the answer to a registration. */
import { AbortedError, isSilence, LeagueError } from "../../client/errors.js";
import type { Registration } from "../core/agent.js";

/** The league manager's answer, for both roles. */
export interface RegistrationReply {
  readonly status: string;
  readonly id?: string | null | undefined;
  readonly auth_token?: string | null;
  readonly league_id?: string | null;
  readonly reason?: string | null;
}

/** The league rejects this agent; `reason` is the manager's (IS: REGISTRATION_REJECTED). */
export class RegistrationRejected extends Error {
  override readonly name = "REGISTRATION_REJECTED";
  readonly reason: string;

  constructor(reason: string) {
    super(`the league manager rejected the registration: ${reason}`);
    this.reason = reason;
  }
}

/** No attempt got a valid answer of the league manager (IS: REGISTRATION_FAILED). */
export class RegistrationFailed extends Error {
  override readonly name = "REGISTRATION_FAILED";
  /** Whether there was an answer at the league manager's address; the message then describes it. */
  readonly isAnswered: boolean;

  constructor(why: string, isAnswered: boolean, cause?: unknown) {
    super(`no registration with the league manager: ${why}`, { cause });
    this.isAnswered = isAnswered;
  }
}

/** @throws RegistrationRejected, RegistrationFailed */
export function readRegistration(reply: RegistrationReply): Registration {
  const { status, id, auth_token, league_id = null, reason } = reply;
  if (status !== "ACCEPTED") throw new RegistrationRejected(reason ?? "no reason was given");
  if (!id || !auth_token)
    throw new RegistrationFailed("the answer accepts, but brings no id or no auth_token", true);
  return { id, auth_token, league_id };
}

/** The error of a failed registration attempt, as agents report it. */
export function registrationFailure(error: unknown): {
  readonly error: unknown;
  readonly isRejected: boolean;
} {
  if (!(error instanceof LeagueError) || error instanceof AbortedError)
    return { error, isRejected: error instanceof RegistrationRejected };
  return { error: new RegistrationFailed(error.message, !isSilence(error), error), isRejected: false };
}
