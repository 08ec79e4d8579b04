/** An agent's registration, read from any form. */
import { readApplicant } from "@league-v2/sdk/codec";
import { isObject, type JsonObject, sameJson, show, valueAt } from "../../json.js";
import type { Violation, ViolationKind } from "../../oracle/violation-log.js";
import type { Target } from "../exchange/peer-context.js";
import type { Received } from "../exchange/received.js";

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

/** Undefined when the message is no registration. It is read as the SDK's league manager reads it. */
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

const KINDS = {
  "registration-identity": ["display_name", "contact_endpoint"],
  "registration-details": ["version", "game_types", "max_concurrent_matches", "protocol_version"],
} as const;

/** The rules for a repeated registration, and their violations; none where the conversation shows no repetition. */
export function inspectRepetition(
  { role, message }: Registration,
  attempts: readonly Registration[],
): { rules: ViolationKind[]; violations: Violation[] } {
  const { conversation_id } = message;
  const first = attempts.find((one) => one.message.conversation_id === conversation_id)?.message;
  const [meta, before] = [message, first].map((one) => valueAt(one, `/${role}_meta`));
  const isRepetition = typeof conversation_id === "string" && conversation_id !== "";
  if (!isRepetition || !isObject(meta) || !isObject(before)) return { rules: [], violations: [] };
  const violations = Object.entries(KINDS).flatMap(([kind, members]) =>
    members
      .filter((member) => !sameJson(meta[member] ?? null, before[member] ?? null))
      .map((member) => ({
        kind: kind as ViolationKind,
        pointer: `/params/${role}_meta/${member}`,
        text: `${member} of a repeated registration is ${show(meta[member])}; the first one had ${show(before[member])}`,
      })),
  );
  return { rules: Object.keys(KINDS) as ViolationKind[], violations };
}

// Ids as in the examples of the contract, for peers of a league manager that takes the id from the sender of a registration.

const PREFIXES = { player: "P", referee: "REF" };

/** P01, P02 and so on, and REF01, none of them twice at one manager. */
export class UsualIds {
  private readonly used = { player: 0, referee: 0 };

  next(role: keyof typeof PREFIXES): string {
    this.used[role] += 1;
    return `${PREFIXES[role]}${String(this.used[role]).padStart(2, "0")}`;
  }
}

/** A league manager, in whose leagues the suite's agents may need such ids. */
export interface ManagerTarget extends Target {
  readonly usualIds: UsualIds;
}
