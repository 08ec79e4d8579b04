/**
 * Reads the registration request in a message that no form describes: without an envelope, flat, or with an empty token.
 * A canonical registration has to follow its schema, but an empty token counts as absent.
 */

import { protocol } from "@league-v2/contract";
import { type Applicant, metaOf, readApplicant } from "../../content/registrations.js";
import { envelopeOf, rowOf } from "../../message/contract.js";
import type { Located } from "../../message/find-message.js";
import type { JsonObject } from "../../message/types.js";

const [gameType] = protocol.gameTypes;

/** The registration of the flat dialect (contract 4). */
const flatMethod = "league_register_request";

/** The version of an agent that does not state one. */
const unknownVersion = "unknown";

interface LenientRegistration {
  /** LEAGUE_REGISTER_REQUEST or REFEREE_REGISTER_REQUEST. */
  readonly type: string;
  readonly message: JsonObject;
}

/** @returns undefined for any other message, and for a registration that the schema covers */
export function lenientRegistration(
  found: Located,
  now: string,
  newConversation: string,
): LenientRegistration | undefined {
  const { message, method } = found;
  const applicant = readApplicant({ name: method, message });
  if (applicant === undefined || namesOtherProtocol(message)) return undefined;
  const type = applicant.role === "player" ? "LEAGUE_REGISTER_REQUEST" : "REFEREE_REGISTER_REQUEST";
  if (found.isWrapped !== true && found.spelling === undefined && isDescribed(found, type, applicant)) {
    const name = nameIn(message, applicant);
    const isBlank = message.auth_token === "";
    if (!isBlank && !name?.includes(" ")) return undefined;
    const { auth_token, ...rest } = message;
    const token = isBlank || auth_token === undefined ? {} : { auth_token };
    const sender = name === undefined ? rest.sender : senderOf(applicant.role, name);
    return { type, message: { ...rest, ...token, sender } };
  }
  const conversation_id =
    typeof message.conversation_id === "string" && message.conversation_id !== ""
      ? message.conversation_id
      : newConversation;
  const { role, own_id, display_name = idIn(message) ?? "" } = applicant;
  return {
    type,
    message: {
      ...envelopeOf(type, senderOf(role, display_name), now, conversation_id),
      [`${role}_meta`]: describe(applicant, isWhole(message, applicant), message),
      ...(own_id === undefined ? {} : { [`${role}_id`]: own_id }),
    },
  };
}

/** Whether a message names another protocol, which is refused (E018); a missing name is accepted. */
function namesOtherProtocol(message: JsonObject): boolean {
  return typeof message.protocol === "string" && message.protocol !== protocol.version;
}

/**
 * Whether the documents describe such a message, so that their rules apply: under the canonical method a nested
 * description with a part of an envelope, or a message of the flat dialect with a whole envelope.
 */
function isDescribed({ shape, message, method }: Located, type: string, applicant: Applicant): boolean {
  if (shape !== "params" && shape !== "tools_call") return false;
  if (isNested(message, applicant)) return method === rowOf(type)?.name && hasEnvelope(message);
  const has = (key: string) => Object.hasOwn(message, key);
  return method === flatMethod && [...ENVELOPE, "sender"].every(has);
}

function isNested(message: JsonObject, { role }: Applicant): boolean {
  return metaOf(message, role) !== message;
}

/** Envelope members whose value differs in each message. */
const OF_ONE_MESSAGE = ["timestamp", "conversation_id"];
const ENVELOPE = ["protocol", ...OF_ONE_MESSAGE];

/** Protocol and type alone, which are the same in every message, are no envelope. */
function hasEnvelope(message: JsonObject): boolean {
  return OF_ONE_MESSAGE.some((key) => Object.hasOwn(message, key));
}

/** The members of the documents' description of an agent. */
const DESCRIBED = ["display_name", "version", "game_types", "endpoint"] as const;
/** One missing member is a fault; with this many missing, the description is not the documents'. */
const otherDescription = 2;

/** Whether the message has an envelope and the documents' description, which then has to be complete. */
function isWhole(message: JsonObject, applicant: Applicant): boolean {
  const missing = DESCRIBED.filter((member) => applicant[member] === undefined);
  return isNested(message, applicant) && hasEnvelope(message) && missing.length < otherDescription;
}

/** The name that an agent without an id has as its sender: alone, or its display name after its role. */
function nameIn({ sender }: JsonObject, { role, display_name }: Applicant): string | undefined {
  if (typeof sender !== "string") return undefined;
  if (!sender.includes(":")) return sender;
  return sender === `${role}:${display_name}` ? display_name : undefined;
}

/** The id in a sender, which replaces a missing name. */
function idIn({ sender }: JsonObject): string | undefined {
  return typeof sender === "string" ? /^(?:player|referee):(\S+)$/.exec(sender)?.[1] : undefined;
}

function describe(applicant: Applicant, isWhole: boolean, message: JsonObject): JsonObject {
  const { role, display_name, endpoint, protocol_version } = applicant;
  return {
    display_name: display_name ?? (isWhole ? undefined : idIn(message)),
    version: applicant.version ?? (isWhole ? undefined : unknownVersion),
    game_types: applicant.game_types ?? (isWhole ? undefined : [gameType]),
    contact_endpoint: endpoint,
    ...(role === "referee" ? { max_concurrent_matches: applicant.max_concurrent_matches ?? 1 } : {}),
    // Some agents state the name of the protocol as its version.
    ...(protocol_version === undefined || protocol_version === protocol.version ? {} : { protocol_version }),
  };
}

/** The sender of an agent without an id. A name in the format of an id is unchanged, because some leagues read the id from it. */
function senderOf(role: "player" | "referee", name: string): string {
  const { prefix, digits } = protocol.idFormats[role];
  if (new RegExp(`^${prefix}\\d{${digits},}$`).test(name)) return `${role}:${name}`;
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${role}:${words?.join("-") ?? "unnamed"}`;
}
