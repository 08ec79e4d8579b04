/**
 * The registration request in a message that no form describes: without an envelope, flat, or with an empty token. A
 * canonical registration keeps the rules of its schema; of those, only an empty token is accepted, as an absent one.
 */
import { protocol } from "@league-v2/contract";
import {
  type Applicant,
  type JsonObject,
  type Located,
  metaOf,
  methodOf,
  readApplicant,
} from "../wire/index.js";
import { wordOf } from "../wire/word-of.js";
import { gameType } from "./game-type.js";
import { provisionalSender } from "./sender-identity.js";

/** The registration of the flat dialect (contract 4). */
const flatMethod = "league_register_request";

/** What stands in a registration whose agent does not state a version. */
const unknownVersion = "unknown";

export interface LenientRegistration {
  /** LEAGUE_REGISTER_REQUEST or REFEREE_REGISTER_REQUEST. */
  readonly type: string;
  readonly message: JsonObject;
}

/**
 * @param wrapped whether the message is in a separate member that the documents do not have
 * @returns undefined for any other message, and for a registration that keeps to the canonical rules
 */
export function lenientRegistration(
  found: Located,
  wrapped: boolean,
  now: string,
  newConversation: () => string,
): LenientRegistration | undefined {
  const { message, method } = found;
  const applicant = readApplicant({ name: method, message });
  if (applicant === undefined || namesOtherProtocol(message)) return undefined;
  const type = applicant.role === "player" ? "LEAGUE_REGISTER_REQUEST" : "REFEREE_REGISTER_REQUEST";
  if (!wrapped && found.spelling === undefined && isDescribed(found, type, applicant)) {
    if (message.auth_token !== "") return undefined;
    const { auth_token: _, ...rest } = message;
    const isName = typeof rest.sender === "string" && !rest.sender.includes(":");
    const sender = isName ? provisionalSender(applicant.role, wordOf(rest.sender)) : rest.sender;
    return { type, message: { ...rest, sender } };
  }
  const conversation_id =
    typeof message.conversation_id === "string" && message.conversation_id !== ""
      ? message.conversation_id
      : newConversation();
  const { role, own_id, display_name = idIn(message) ?? "" } = applicant;
  return {
    type,
    message: {
      protocol: protocol.version,
      message_type: type,
      sender: provisionalSender(role, display_name),
      timestamp: now,
      conversation_id,
      [`${role}_meta`]: describe(applicant, isWhole(message, applicant), message),
      ...(own_id === undefined ? {} : { [`${role}_id`]: own_id }),
    },
  };
}

/** What is left out can be understood; what says that it is of another protocol is refused (E018). */
function namesOtherProtocol(message: JsonObject): boolean {
  return typeof message.protocol === "string" && message.protocol !== protocol.version;
}

/**
 * Whether the documents describe messages of this kind, so that their rules hold: under the documents' name a nested
 * description with at least a part of an envelope, or one of the flat dialect with a whole one.
 */
function isDescribed({ shape, message, method }: Located, type: string, applicant: Applicant): boolean {
  if (shape !== "params" && shape !== "tools_call") return false;
  if (isNested(message, applicant)) return method === methodOf(type)?.name && hasEnvelope(message);
  const has = (key: string) => Object.hasOwn(message, key);
  return method === flatMethod && [...ENVELOPE, "sender"].every(has);
}

function isNested(message: JsonObject, { role }: Applicant): boolean {
  return metaOf(message, role) !== message;
}

/** What is different in each message. */
const OF_ONE_MESSAGE = ["timestamp", "conversation_id"];
const ENVELOPE = ["protocol", ...OF_ONE_MESSAGE];

/** Who says only the protocol and the type, which are the same in every message, writes no envelope. */
function hasEnvelope(message: JsonObject): boolean {
  return OF_ONE_MESSAGE.some((key) => Object.hasOwn(message, key));
}

/** What the documents' description of every agent has. */
const DESCRIBED = ["display_name", "version", "game_types", "endpoint"] as const;
/** One that is left out is a fault; a description without so many of them is another one than the documents'. */
const otherDescription = 2;

/** Whether the message has an envelope, and the description of the documents: then that has to be complete, too. */
function isWhole(message: JsonObject, applicant: Applicant): boolean {
  const missing = DESCRIBED.filter((member) => applicant[member] === undefined);
  return isNested(message, applicant) && hasEnvelope(message) && missing.length < otherDescription;
}

/** The id in a sender stands in for a name that is not stated. */
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
    ...(protocol_version === undefined ? {} : { protocol_version }),
  };
}
