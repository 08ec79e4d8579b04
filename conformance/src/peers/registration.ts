/** An agent's registration, read from any form. */
import { readApplicant } from "@league-v2/sdk/wire";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import type { Received } from "./recording-endpoint.js";

export interface Registration {
  at_ms: number;
  role: "player" | "referee";
  /** The message, canonical. */
  message: JsonObject;
  displayName: string | undefined;
  endpoint: string | undefined;
  /** Of a referee. */
  maxConcurrentMatches: number | undefined;
  received: Received;
  /** The id and token from the suite's league manager; undefined when it was refused. */
  granted?: Membership;
}

export interface Membership {
  id: string;
  token: string;
}

/** Undefined when the message asks for no registration. The same reading as that of the SDK's league manager. */
export function readRegistration(received: Received): Registration | undefined {
  const { message, method, raw, json } = received;
  // RS: a plain POST /register, with no JSON-RPC around it.
  const isPlain = raw.path.endsWith("/register") && isObject(json);
  const applicant = isPlain
    ? readApplicant({ name: "register", message: json })
    : readApplicant({ name: method, message });
  if (applicant === undefined) return undefined;
  const {
    role,
    display_name: displayName,
    endpoint,
    max_concurrent_matches: maxConcurrentMatches,
  } = applicant;
  return { at_ms: received.at_ms, role, message, displayName, endpoint, maxConcurrentMatches, received };
}
