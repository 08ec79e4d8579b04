/** Reads a league manager's answer to a registration in any shape: accepted with an id, or refused. */
import { vocabulary } from "@league-v2/contract/forms";
import { answerObject } from "./find-message.js";
import { asText, isObject } from "./members.js";
import { withContractNames } from "./spelling.js";
import type { JsonObject } from "./types.js";

export interface Acceptance {
  readonly status: "ACCEPTED" | "REJECTED";
  readonly id: string | null;
  readonly auth_token: string | null;
  readonly league_id: string | null;
  readonly reason: string | null;
}

const ACCEPTED = /^(accepted|registered|approved|success|successful|ok|joined|welcome)$/i;
const REJECTED = /^(rejected|refused|denied|declined)$/i;
/** The deepest nesting of an answer. */
const deepest = 4;

/**
 * Undefined for an answer that neither accepts nor refuses, such as an error. An answer without an id is no acceptance.
 * The envelope and the message type of the answer are ignored.
 */
export function readAcceptance(body: unknown, role: "player" | "referee"): Acceptance | undefined {
  const message = answerObject(body);
  if (message === undefined) return undefined;
  const objects = [...nested(withContractNames(message) as JsonObject, deepest)];
  const find = (keys: readonly string[]): string | null => {
    const values = keys.flatMap((key) => objects.map((one) => one[key]));
    return values.find((value): value is string => typeof value === "string" && value !== "") ?? null;
  };
  const number = numberIn(objects, [`${role}_id`, "agent_id", "id"]);
  const auth_token = find(vocabulary.member_names.auth_token);
  const ownStatus = objects.map(statusOf).find((one) => one !== undefined);
  const id =
    find([`${role}_id`, "assigned_id", "agent_id", "participant_id", role, "id"]) ??
    number ??
    onlyId(objects) ??
    (ownStatus === "ACCEPTED" && auth_token !== null ? onlyNumbered(objects) : null);
  // An answer with an id and a token is an acceptance without a status, too.
  const status = ownStatus ?? (id !== null && auth_token !== null ? "ACCEPTED" : undefined);
  if (status === undefined) return undefined;
  if (status === "ACCEPTED" && id === null) return undefined;
  return {
    status,
    id,
    auth_token,
    league_id: find(["league_id", "league"]),
    reason: status === "REJECTED" ? find(["reason", "message", "error"]) : null,
  };
}

/** The only member whose name ends with "id", those of other things aside. */
function onlyId(objects: readonly JsonObject[]): string | null {
  const ids = objects.flatMap((one) =>
    Object.entries(one).filter(
      ([name, value]) => /(?:^|_)p?id$/.test(name) && !otherIds.test(name) && isId(value),
    ),
  );
  const [found, another] = new Set(ids.map(([, value]) => asText(value)));
  return another === undefined ? (found ?? null) : null;
}

/** The only value that is written like an id, a word and a number, under the name of nothing else: `"who": "P01"`. */
function onlyNumbered(objects: readonly JsonObject[]): string | null {
  const members = objects.flatMap((one) => Object.entries(one)).filter(([name]) => !otherNames.test(name));
  const [found, another] = new Set(members.map(([, value]) => value).filter(isNumbered));
  return another === undefined ? (found ?? null) : null;
}

const otherNames =
  /token|sender|^(?:display_|nick)?name$|league|season|match|game|round|conversation|version|protocol|type|reason|status/i;

function isNumbered(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z]+[-_:]?\d{1,6}$/.test(value);
}

const otherIds =
  /^(?:league|season|tournament|cup|event|round|match|game|conversation|message|request|session|correlation|trace)_/;

function isId(value: unknown): boolean {
  return Number.isInteger(value) || (typeof value === "string" && value !== "");
}

/** Some leagues number their members. */
function numberIn(objects: readonly JsonObject[], keys: readonly string[]): string | null {
  const values = keys.flatMap((key) => objects.map((one) => one[key]));
  const found = values.find((value) => Number.isInteger(value));
  return found === undefined ? null : asText(found);
}

function statusOf({
  status,
  accepted,
  registered,
  success,
  ok,
}: JsonObject): Acceptance["status"] | undefined {
  if (typeof status === "string" && ACCEPTED.test(status)) return "ACCEPTED";
  if (typeof status === "string" && REJECTED.test(status)) return "REJECTED";
  const flag = accepted ?? registered;
  if (typeof flag === "boolean") return flag ? "ACCEPTED" : "REJECTED";
  // A failure without a status may be about an unknown method, so it is no refusal.
  return success === true || ok === true ? "ACCEPTED" : undefined;
}

/** The object and all objects in it, the outer ones first. */
function* nested(object: JsonObject, depth: number): Generator<JsonObject> {
  yield object;
  if (depth === 0) return;
  for (const value of Object.values(object)) if (isObject(value)) yield* nested(value, depth - 1);
}
