/** How an agent asked to be let into the league, read from whatever form it used. */
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import type { Received } from "./post.js";

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
  /** What the suite's league manager gave it; undefined when it was refused. */
  granted?: Membership;
}

export interface Membership {
  id: string;
  token: string;
}

/** Undefined when the message asks for no registration. */
export function readRegistration(received: Received): Registration | undefined {
  const role = roleOf(received);
  if (role === undefined) return undefined;
  const { message } = received;
  const inner = message[`${role}_meta`];
  const meta = isObject(inner) ? inner : message;
  const matches = meta.max_concurrent_matches;
  return {
    at_ms: received.at_ms,
    role,
    message,
    displayName: text(meta.display_name) ?? text(message.player_id) ?? text(message.referee_id),
    endpoint: text(meta.contact_endpoint) ?? text(meta.endpoint),
    maxConcurrentMatches: typeof matches === "number" ? matches : undefined,
    received,
  };
}

function roleOf(received: Received): Registration["role"] | undefined {
  if (received.type === "LEAGUE_REGISTER_REQUEST") return "player";
  if (received.type === "REFEREE_REGISTER_REQUEST") return "referee";
  // RS: a plain POST /register, with no JSON-RPC around it.
  if (!received.raw.path.endsWith("/register") || !isObject(received.json)) return undefined;
  return received.json.agent_type === "referee" ? "referee" : "player";
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
