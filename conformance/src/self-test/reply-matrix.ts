/** Verdicts on an agent whose answers to one type of message are replaced: no check may pass without evidence. */
import type { RegisteredCheck } from "../checks/registry.js";
import { methodOf, protocol, requestTypes } from "../contract.js";
import { isObject } from "../json/pointer.js";
import type { JsonObject } from "../json/scan.js";
import { changeReplyBody } from "../mutants/fault-injection.js";
import { mutant } from "../mutants/mutant.js";
import type { CheckResult, Role } from "../types.js";
import { type Results, tryMutant } from "./trial.js";

/** Replacements of the whole JSON-RPC result. `missing` and `another message` are made from the correct one. */
const REPLACEMENTS = {
  null: null,
  "{}": {},
  "[]": [],
  '""': "",
  "0": 0,
  true: true,
  missing: undefined,
  "another message": undefined,
} as const;

export type Replacement = keyof typeof REPLACEMENTS;

export const replacements = Object.keys(REPLACEMENTS) as Replacement[];

/** A cell of the matrix with the verdict "pass". */
export interface EmptyPass {
  check: string;
  role: Role;
  /** The message whose answers are replaced. */
  type: string;
  replacement: Replacement;
}

const ROLE_NAMES = { player: "player", referee: "referee", manager: "league_manager" } as const;

/** The types of messages that an agent of this role answers. */
function answeredBy(role: Role): string[] {
  return requestTypes.filter((type) => methodOf(type)?.to.includes(ROLE_NAMES[role]) === true);
}

/** The checks that send each type that an agent of this role answers, observed in a run of the reference agent. */
export function askedBy(
  role: Role,
  checks: readonly RegisteredCheck[],
  results: Results,
): ReadonlyMap<string, readonly RegisteredCheck[]> {
  const own = checks.filter(({ side }) => side === role || side === "transport");
  const passing = own.filter(({ check }) => results.get(check.id)?.verdict === "pass");
  return new Map(
    answeredBy(role).map((type) => [type, passing.filter(({ check }) => sends(results.get(check.id), type))]),
  );
}

function sends(result: CheckResult | undefined, type: string): boolean {
  return (result?.transcript ?? []).some(
    ({ kind, json }) =>
      kind === "request" &&
      isObject(json) &&
      Object.hasOwn(json, "id") &&
      isObject(json.params) &&
      json.params.message_type === type,
  );
}

/** The checks that pass although every answer to messages of this type is replaced. */
export async function emptyPasses(
  role: Role,
  {
    type,
    replacement,
    checks,
    seed,
  }: {
    type: string;
    replacement: Replacement;
    checks: readonly RegisteredCheck[];
    seed: number;
  },
): Promise<EmptyPass[]> {
  const replaced = mutant({
    id: `${role}:answers-${type}-with-${replacement}`,
    fault: `Answers ${type} with ${replacement}.`,
    inject: changeReplyBody(type, (body) =>
      Object.hasOwn(body, "result") ? replace(body, replacement, type) : undefined,
    ),
  });
  const results = await tryMutant(replaced, role, { seed, wire: "canonical", checks });
  return [...results.values()]
    .filter(({ verdict }) => verdict === "pass")
    .map(({ id }) => ({ check: id, role, type, replacement }));
}

function replace(body: JsonObject, replacement: Replacement, type: string): JsonObject {
  const { result, ...rest } = body;
  if (replacement === "missing") return rest;
  if (replacement === "another message") return { ...rest, result: another(result, type) };
  return { ...rest, result: REPLACEMENTS[replacement] };
}

/** A reply to other requests than this one, in the envelope of the correct reply. */
function another(result: unknown, type: string): JsonObject {
  const { sender, timestamp, conversation_id, auth_token } = isObject(result) ? result : {};
  const envelope = { protocol: protocol.version, sender, timestamp, conversation_id, auth_token };
  return type === "LEAGUE_QUERY"
    ? { ...envelope, message_type: "LEAGUE_STATUS", status: "RUNNING_LEAGUE" }
    : { ...envelope, message_type: "LEAGUE_QUERY_RESPONSE", query_type: "GET_STANDINGS", success: true };
}
