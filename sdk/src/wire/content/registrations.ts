/**
 * Reads an agent's description in a registration of any shape: nested or flat, with or without an envelope. The league
 * managers of the SDK and of the conformance suite share it.
 */
import { protocol } from "@league-v2/contract";
import { vocabulary } from "@league-v2/contract/forms";
import { answerObject } from "../message/find-message.js";
import { asText, firstOf, isObject, nonEmptyText } from "../message/members.js";
import { withContractNames } from "../message/spelling.js";
import type { JsonObject } from "../message/types.js";

export type ApplicantRole = "player" | "referee";

/** A member that the agent does not state, or states with the wrong type, is undefined. */
export interface Applicant {
  readonly role: ApplicantRole;
  readonly display_name: string | undefined;
  readonly endpoint: string | undefined;
  readonly version: string | undefined;
  readonly game_types: readonly string[] | undefined;
  readonly max_concurrent_matches: number | undefined;
  readonly protocol_version: string | undefined;
  /** The id that the agent already uses for itself. */
  readonly own_id: string | undefined;
}

/** The place of a request, as far as it indicates the role. */
export interface RegistrationPlace {
  /** The method or tool name, or the last step of the path of a plain POST. */
  readonly name: string | undefined;
  readonly message: JsonObject;
}

const { member_names: names } = vocabulary;

/** Undefined when the message asks for no registration. */
export function readApplicant({ name, message: members }: RegistrationPlace): Applicant | undefined {
  const message = unwrapped(members);
  const role = roleOf({ name, message });
  if (role === undefined) return undefined;
  const documented = metaOf(message, role);
  const meta = documented === message ? (describedIn(message) ?? message) : documented;
  const places = meta === message ? [message] : [meta, message];
  const find = <T>(names: readonly string[], read: (value: unknown) => T | undefined) =>
    firstOf(places, names, read);
  const own_id = find([`${role}_id`, "agent_id", "id"], idText);
  return {
    role,
    display_name: find(names.display_name, nonEmptyText) ?? own_id,
    endpoint: find(names.contact_endpoint, nonEmptyText) ?? addressOf(meta),
    version: find(names.version, nonEmptyText),
    game_types: find(names.game_types, texts),
    max_concurrent_matches: find(names.max_concurrent_matches, count),
    protocol_version: find(["protocol_version"], nonEmptyText),
    own_id,
  };
}

/** Some agents put the whole message into one member. */
function unwrapped(members: JsonObject): JsonObject {
  const [[key, inner] = ["", undefined], ...others] = Object.entries(members);
  return others.length === 0 && WRAPPERS.has(key) && isObject(inner) ? inner : members;
}

const WRAPPERS: ReadonlySet<string> = new Set(["message", "payload", "data", "body", "request", "params"]);

/** The object that describes the agent: `player_meta`, `referee_meta`, or the message itself. */
export function metaOf(message: JsonObject, role: ApplicantRole): JsonObject {
  for (const key of [`${role}_meta`, "meta", "agent_meta", "agent", role, "metadata"]) {
    const inner = message[key];
    if (isObject(inner)) return inner;
  }
  return message;
}

/** The only object with an address, in a message that has none next to it: `{"message_type": …, "data": {…}}`. */
function describedIn(message: JsonObject): JsonObject | undefined {
  const isAddressed = (one: JsonObject) => names.contact_endpoint.some((name) => Object.hasOwn(one, name));
  if (isAddressed(message)) return undefined;
  const [described, another] = Object.values(message).filter(isObject).filter(isAddressed);
  return another === undefined ? described : undefined;
}

function roleOf({ name, message }: RegistrationPlace): ApplicantRole | undefined {
  const type = typeof message.message_type === "string" ? message.message_type : undefined;
  const label = (type ?? name ?? "").toLowerCase();
  if (!/regist(er|ration)|^join_league$/.test(label) || /respon[sc]e|_ack$|unregister|deregister/.test(label))
    return undefined;
  if (isObject(message.referee_meta)) return "referee";
  if (isObject(message.player_meta)) return "player";
  for (const word of [
    type,
    name,
    nonEmptyText(message.agent_type),
    nonEmptyText(message.role),
    nonEmptyText(message.sender),
  ]) {
    if (word !== undefined && /referee/i.test(word)) return "referee";
    if (word !== undefined && /player/i.test(word)) return "player";
  }
  return Object.hasOwn(message, "referee_id") ? "referee" : "player";
}

/** `{host, port}` as an address. */
function addressOf({ host, port }: JsonObject): string | undefined {
  if (typeof host !== "string" || host === "" || !Number.isInteger(port)) return undefined;
  return `http://${host}:${asText(port)}${protocol.paths.mcp}`;
}

/** Some agents number themselves. */
function idText(value: unknown): string | undefined {
  return typeof value === "number" && Number.isInteger(value) ? asText(value) : nonEmptyText(value);
}

function texts(value: unknown): readonly string[] | undefined {
  if (typeof value === "string" && value !== "") return [value];
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

/** Reads a league manager's answer to a registration in any shape: accepted with an id, or refused. */
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
  // A likelier name counts in any object.
  const find = (keys: readonly string[], read = nonEmptyText) =>
    keys.map((key) => firstOf(objects, [key], read)).find((value) => value !== undefined) ?? null;
  const auth_token = find(vocabulary.member_names.auth_token);
  const ownStatus = objects.map(statusOf).find((one) => one !== undefined);
  const id =
    find([`${role}_id`, "assigned_id", "agent_id", "participant_id", role, "id"]) ??
    // Some leagues number their members.
    find([`${role}_id`, "agent_id", "id"], idText) ??
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
