/**
 * Reads an agent's description in a registration of any shape: nested or flat, with or without an envelope. The league
 * managers of the SDK and of the conformance suite share it.
 */
import { protocol } from "@league-v2/contract";
import { vocabulary } from "@league-v2/contract/forms";
import { asText, isObject, nonEmptyText } from "./members.js";
import type { JsonObject } from "./types.js";

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
  const find = <T>(keys: readonly string[], read: (value: unknown) => T | undefined): T | undefined => {
    for (const from of places) {
      for (const key of keys) {
        const value = Object.hasOwn(from, key) ? read(from[key]) : undefined;
        if (value !== undefined) return value;
      }
    }
    return undefined;
  };
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
