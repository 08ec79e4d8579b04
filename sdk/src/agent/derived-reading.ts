/**
 * A request in a form that no list has, read by what stands in it: its name, members that are called like ours, nested
 * objects, times. The answer is written in the same form.
 */
import { deriveForm, type Role, typeOfPeer } from "../wire/derive/index.js";
import {
  type Form,
  type JsonObject,
  type Located,
  methodOf,
  type Reading,
  type Variables,
  type WireFormRegistry,
} from "../wire/index.js";
import { hasMark } from "../wire/recognise.js";
import { withoutBlanks } from "../wire/without-blanks.js";
import { wordOf } from "../wire/word-of.js";
import { unnamedReferee } from "./lenient-notice.js";

export interface ReadingSetting {
  readonly book: WireFormRegistry;
  readonly about: Variables;
  /** Whether the request came under a name of the documents, in the documents' place. */
  readonly isServedName: boolean;
  /** Whether the message stands in a member of its own. */
  readonly isWrapped: boolean;
}

const nameOfForm = "derived-caller";

const envelope = ["protocol", "message_type", "sender", "timestamp", "conversation_id"];

/** @returns undefined for what is no message of the league, and for one that claims to be canonical and breaks its rules */
export function derivedReading(body: unknown, found: Located, setting: ReadingSetting): Reading | undefined {
  const { about, book, isServedName, isWrapped } = setting;
  const type = typeOfPeer(found);
  const row = type === undefined ? undefined : methodOf(type);
  if (type === undefined || row === undefined) return undefined;
  if (isServedName && row.name !== found.method) return undefined;
  const isFromManager = row.from.includes("league_manager");
  const role = isFromManager ? "manager" : row.from.includes("referee") ? "referee" : "player";
  const isPlain = isServedName && !isWrapped && isUnaddressed(found);
  if (!isWrapped && !isPlain && isFaulty(found, type, book)) return undefined;
  // Its members are too few to show more of a form than other names of them.
  const form = isPlain ? book.named("synonyms") : shownForm(body, role, book);
  if (form === undefined || form.profile.request !== found.shape) return undefined;
  if (!isWrapped && !isPlain && claims(found, type, book) && !isMarked(form, found, type)) return undefined;
  const { timestamp: _, ...untimed } = found.message;
  const members = withoutBlanks(isPlain ? untimed : found.message);
  const message = form.canonical(type, members, { ...about, ...members });
  const usual = {
    message_type: type,
    sender: isFromManager ? "league_manager" : role === "referee" ? unnamedReferee(about) : `${role}:unknown`,
    conversation_id: wordOf(about.conversation),
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

/** The form that a single request of a peer shows. */
export function shownForm(body: unknown, role: Role, book: WireFormRegistry): Form | undefined {
  const derived = deriveForm(nameOfForm, role, [{ by: "peer", request: body }]);
  return derived && book.named(JSON.stringify(derived.profile));
}

/**
 * Whether the message claims to be in a form of the documents, and cannot be in another: what breaks the rules of that
 * one is a fault. It is seen before a form is derived, which costs more than all else that a refusal takes.
 */
function isFaulty(found: Located, type: string, book: WireFormRegistry): boolean {
  const flat = book.mustBe("flat");
  if (isIn(flat, found, type) && hasMark(flat, found)) return true;
  return claims(found, type, book) && !hasEnvelope(found);
}

function claims(found: Located, type: string, book: WireFormRegistry): boolean {
  return ["flat", "canonical", "mcp"].some((name) => isIn(book.mustBe(name), found, type));
}

function isIn(form: Form, found: Located, type: string): boolean {
  return form.profile.request === found.shape && form.carries(found.method, type);
}

function hasEnvelope({ message }: Located): boolean {
  return envelope.every((name) => Object.hasOwn(message, name));
}

/** A message about a match without an envelope, or with no more of it than a time, claims to be in no form of the documents. */
function isUnaddressed({ message }: Located): boolean {
  const has = (name: string) => Object.hasOwn(message, name);
  return (
    !envelope.some((name) => name !== "timestamp" && has(name)) &&
    !has("auth_token") &&
    ["match_id", "game_id", "matchId"].some(has)
  );
}

/** Whether the message has a whole envelope, and besides something that no canonical message has. */
function isMarked(derived: Form, found: Located, type: string): boolean {
  if (!hasEnvelope(found)) return false;
  const { message } = found;
  const { nest, rename = {}, move = [] } = derived.rulesOf(type);
  const isRenamed = Object.values(rename).some((name) => Object.hasOwn(message, name));
  return nest !== undefined || move.length > 0 || isRenamed;
}

function defined(message: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
}
