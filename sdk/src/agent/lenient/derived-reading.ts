/**
 * Reads a request in an unlisted form by its own content: its name, similar member names, nested objects, times. The
 * answer is written in the same form.
 */

import { asText } from "../../wire/as-text.js";
import { deriveForm, type Role, typeOfPeer } from "../../wire/derive/index.js";
import { similarity } from "../../wire/derive/words.js";
import {
  type Form,
  isWrapped,
  type Located,
  messageTypes,
  methodOf,
  type Reading,
  requestTypes,
  type Variables,
  type WireFormRegistry,
} from "../../wire/index.js";
import { defined } from "../../wire/members.js";
import { hasCanonicalContent, hasMark } from "../../wire/recognise.js";
import { COMMON_ENVELOPE } from "../../wire/types.js";
import { withoutBlanks } from "../../wire/without-blanks.js";
import { unnamedReferee } from "./lenient-notice.js";

export interface ReadingSetting {
  readonly registry: WireFormRegistry;
  readonly about: Variables;
  /** Whether the request has a method of the documents, with the message as params. */
  readonly isServedName: boolean;
  /** Whether the message is inside a separate member. */
  readonly isWrapped: boolean;
  /** Whether the own league has another form: then members are also read by their values alone. */
  readonly isLeagueForeign: boolean;
}

const nameOfForm = "derived-caller";

/** @returns undefined for a body that is no league message, and for an invalid message in a form of the documents */
export function derivedReading(body: unknown, found: Located, setting: ReadingSetting): Reading | undefined {
  const { about, registry, isServedName, isWrapped, isLeagueForeign } = setting;
  const type = typeOfPeer(found);
  const row = type === undefined ? undefined : methodOf(type);
  if (type === undefined || row === undefined) return undefined;
  if (isServedName && row.name !== found.method) return undefined;
  const isFromManager = row.from.includes("league_manager");
  const role = isFromManager ? "manager" : row.from.includes("referee") ? "referee" : "player";
  const isPlain = isServedName && !isWrapped && isUnaddressed(found);
  if (!isWrapped && !isPlain && isFaulty(found, type, registry)) return undefined;
  // So few members indicate no more of a form than their names.
  const form = isPlain ? registry.named("synonyms") : shownForm(body, role, registry);
  if (form === undefined || form.profile.request !== found.shape) return undefined;
  const mustBeMarked = !isWrapped && !isPlain && isDocumentedForm(found, type, registry);
  if (mustBeMarked && !isMarked(form, found, type, isLeagueForeign)) return undefined;
  const { timestamp: _, ...untimed } = found.message;
  const members = withoutBlanks(isPlain ? untimed : found.message);
  const message = form.canonical(type, members, { ...about, ...members });
  const usual = {
    message_type: type,
    sender: isFromManager ? "league_manager" : role === "referee" ? unnamedReferee(about) : `${role}:unknown`,
    conversation_id: asText(about.conversation),
    ...(isPlain ? { timestamp: about.now } : {}),
  };
  return {
    isOfOne: true,
    form,
    type,
    method: row.name,
    message: { ...usual, ...defined(message), message_type: type },
  };
}

/** The form derived from a single request of a peer. */
export function shownForm(body: unknown, role: Role, registry: WireFormRegistry): Form | undefined {
  const derived = deriveForm(nameOfForm, role, [{ by: "peer", request: body }]);
  return derived && registry.named(JSON.stringify(derived.profile));
}

/**
 * Whether the message can only be in a form of the documents, so that a broken rule is a fault. The check precedes the
 * derivation of a form, which is the most expensive part of a refusal.
 */
function isFaulty(found: Located, type: string, registry: WireFormRegistry): boolean {
  const flat = registry.mustBe("flat");
  if (!hasCanonicalContent(found.message) && isIn(flat, found, type) && hasMark(flat, found)) return true;
  return isDocumentedForm(found, type, registry) && !hasEnvelope(found);
}

/** Whether a message is in a form of the documents by its place and its name, and thus has to follow its rules. */
export function isDocumented(body: unknown, found: Located, registry: WireFormRegistry): boolean {
  if (isWrapped(body, found)) return false;
  const isAtItsPlace = found.shape === "params" || found.shape === "tools_call";
  if (isAtItsPlace && documentNames.has(found.method ?? "")) return true;
  // With a message type of the documents under a method that a known form has, a fault of the message is one in that form.
  const stated = found.message.message_type;
  const isTyped = typeof stated === "string" && messageTypes.has(stated);
  if (isTyped && registry.all.some((form) => requestTypes.some((one) => isIn(form, found, one)))) return true;
  const type = typeOfPeer(found);
  return type !== undefined && isDocumentedForm(found, type, registry);
}

const documentNames: ReadonlySet<string> = new Set(
  [...requestTypes].map((type) => methodOf(type)?.name ?? ""),
);

function isDocumentedForm(found: Located, type: string, registry: WireFormRegistry): boolean {
  const isFlat = !hasCanonicalContent(found.message);
  const names = [...(isFlat ? ["flat"] : []), "canonical", "mcp"];
  return names.some((name) => isIn(registry.mustBe(name), found, type));
}

function isIn(form: Form, found: Located, type: string): boolean {
  return form.profile.request === found.shape && form.carries(found.method, type);
}

function hasEnvelope({ message }: Located): boolean {
  return COMMON_ENVELOPE.every((name) => Object.hasOwn(message, name));
}

/** Whether a message about a match has no envelope member but a time: then it is in no form of the documents. */
function isUnaddressed({ message }: Located): boolean {
  const has = (name: string) => Object.hasOwn(message, name);
  return (
    !COMMON_ENVELOPE.some((name) => name !== "timestamp" && has(name)) &&
    !has("auth_token") &&
    ["match_id", "game_id", "matchId"].some(has)
  );
}

/**
 * Whether the message has a whole envelope, and a member that no canonical message has.
 * @param isByValue whether a member counts whose name has no word of the contract's
 */
function isMarked(derived: Form, found: Located, type: string, isByValue: boolean): boolean {
  if (!hasEnvelope(found)) return false;
  const { message } = found;
  const { nest, rename = {}, move = [] } = derived.rulesOf(type);
  const isRenamed = Object.entries(rename).some(
    ([from, to]) => Object.hasOwn(message, to) && (isByValue || similarity(from, to) > 0),
  );
  return nest !== undefined || move.length > 0 || isRenamed;
}
