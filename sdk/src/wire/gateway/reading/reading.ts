/** Reads a request that is not canonical: candidate readings, the likeliest first. The validators select one. */
import { vocabulary } from "@league-v2/contract/forms";
import { deriveForm } from "../../derive/derive-form.js";
import { typeOfPeer } from "../../evidence/peer-messages.js";
import type { Role as DerivedRole } from "../../evidence/types.js";
import type { Form, Forms } from "../../form/forms.js";
import { bySimilarity } from "../../form/similarity.js";
import { messageTypes, rowOf } from "../../message/contract.js";
import type { Located } from "../../message/find-message.js";
import { asText, defined, isObject, withoutBlanks } from "../../message/members.js";
import { isOtherUtc } from "../../message/times.js";
import { COMMON_ENVELOPE, type JsonObject, type Variables } from "../../message/types.js";
import { similarity } from "../../message/words.js";
import type { Peer } from "../peer.js";
import { isOwnResult, lenientNotice, unnamedReferee } from "./notice.js";
import { lenientRegistration } from "./registration.js";
import { lenientReport } from "./report.js";

/** A request read in one form. */
export interface Reading {
  readonly form: Form;
  readonly type: string;
  readonly message: JsonObject;
  /** The form shows in this message only, and is not assumed for the next one. */
  readonly isOfOne?: true;
}

interface ReadingSetting {
  readonly forms: Forms;
  readonly about: Variables;
  readonly role: "player" | "referee" | "league_manager";
  /** Whether the request has a method of the documents, with the message as params. */
  readonly isServedName: boolean;
  /** The sender, where it is known. */
  readonly peer: Peer | undefined;
  /** The form of our own league. */
  readonly ofLeague: Form | undefined;
  /** RFC 3339. */
  readonly now: string;
}

export function* readings(body: unknown, found: Located, setting: ReadingSetting): Generator<Reading> {
  const { forms } = setting;
  // The result in a report of another form is read from all of its members.
  const isReported = forms.infers && !isDocumentedForm(found, "MATCH_RESULT_REPORT", forms);
  if (isReported) yield* lenientReadings(found, setting, "MATCH_RESULT_REPORT");
  yield* knownReadings(found, setting);
  yield* misnamedReadings(found, setting);
  if (!forms.infers) return;
  yield* lenientReadings(found, setting);
  const notice = noticeReading(found, setting);
  const derived = derivedReading(body, found, setting);
  for (const one of isOwnResult(found) ? [notice, derived] : [derived, notice])
    if (one !== undefined) yield one;
}

/** Readings in known forms. */
function* knownReadings(found: Located, setting: ReadingSetting): Generator<Reading> {
  const { forms, isServedName, about, peer } = setting;
  for (const form of candidates(found, setting)) {
    const type = form.typeOf(found);
    const row = type === undefined ? undefined : rowOf(type);
    if (type === undefined || row === undefined) continue;
    const isOther = !isServedName || hasMark(form, found) || isTolerant(peer);
    const members = form.isTolerant && isOther ? withoutBlanks(found.message) : found.message;
    const message = form.canonical(type, members, { ...about, ...members });
    const whole = form.isTolerant
      ? { message_type: type, sender: usualSender(row.from, about), ...message }
      : message;
    yield { form: forms.at(form, found.shape), type, message: whole };
  }
}

/** A method of a document's form with the message_type of another message: the message of that method, with a fault. */
function* misnamedReadings(found: Located, { forms, about }: ReadingSetting): Generator<Reading> {
  const { method, message } = found;
  if (!messageTypes.has(asText(message.message_type))) return;
  for (const form of forms.all) {
    const type = form.typeOf({ method, message: {} });
    if (type === undefined || form.isTolerant || form.profile.request !== found.shape) continue;
    if (form.typeOf(found) !== type) yield { form, type, message: form.canonical(type, message, about) };
  }
}

function isTolerant(peer: Peer | undefined): boolean {
  return peer?.speaks?.isTolerant === true || peer?.form?.isTolerant === true;
}

function* candidates(
  found: Located,
  { forms, isServedName, peer, ofLeague }: ReadingSetting,
): Generator<Form> {
  const tried = new Set<Form>();
  for (const form of [peer?.speaks, ofLeague, peer?.form]) {
    if (form === undefined || form === null || tried.has(form)) continue;
    // An operator has no typed sender in any form.
    if (!(form === ofLeague ? fitsPlace(form, found) : fits(form, found))) continue;
    // A message with the documents' names is canonical, unless it has a mark of another form.
    if (isServedName && form !== ofLeague && !hasMark(form, found)) continue;
    tried.add(form);
    yield form;
  }
  for (const form of likely(found, isServedName, forms)) {
    if (!tried.has(form)) yield form;
    tried.add(form);
  }
  if (!forms.infers || (!isServedName && found.spelling === undefined)) return;
  // Some agents use the documents' names for a part of their messages only, or in another spelling.
  const loosest = forms.mostTolerant(found);
  const isOther = found.spelling !== undefined || isTolerant(peer) || isOtherUtc(found.message.timestamp);
  if (isOther && !tried.has(loosest)) yield loosest;
}

/**
 * The forms with this place, name and sender: the nearest, and others only with a mark of their own, so that no laxer
 * form accepts a fault. A message that fits no form is tried in all of them.
 */
function likely(found: Located, isServedName: boolean, forms: Forms): Form[] {
  const { all } = forms;
  const inPlace = all.filter((form) => fitsPlace(form, found));
  const exact = inPlace.filter((form) => fits(form, found));
  if (isServedName) {
    const marked = exact.filter((form) => hasMark(form, found));
    return bySimilarity(marked, found);
  }
  const sorted = bySimilarity(exact.length > 0 ? exact : inPlace, found);
  if (sorted.length === 0) return forms.infers ? bySimilarity(all, found) : [];
  const isFlat = isInFlatWords(found);
  const [first, ...others] = sorted.filter((form, index) => index === 0 || hasMark(form, found));
  const bare = bareAt(found, forms);
  const both = isFlat ? [...bare, first, ...others] : [first, ...others, ...bare];
  return both.filter((form) => form !== undefined);
}

/** Forms with bare ids as senders and the documents' names, at the place of this message. */
function bareAt(found: Located, forms: Forms): Form[] {
  const names = [...(isInFlatWords(found) ? ["flat"] : []), ...(forms.infers ? ["bare-ids"] : [])];
  const all = names.map((name) => forms.at(forms.named(name), found.shape));
  return all.filter((form) => hasMark(form, found) && fits(form, found));
}

/** Whether a request to a player has exactly the members of the flat contracts. */
function isInFlatWords({ message }: Located): boolean {
  const has = (key: string) => Object.hasOwn(message, key);
  return ["league_id", "round_id", "match_id", "conversation_id"].every(has) && !hasCanonicalContent(message);
}

/** Whether a message has a member of the contract that the flat contracts lack. */
function hasCanonicalContent({ context, role_in_match, game_result }: JsonObject): boolean {
  const hasContext = isObject(context) && context.your_standings !== undefined;
  return hasContext || role_in_match !== undefined || game_result !== undefined;
}

/** The sender of a message without an envelope. */
function usualSender(from: readonly string[], about: Variables): string {
  const isReferee = from.includes("referee") && (about.referee ?? about.reported_by) !== undefined;
  if (isReferee) return unnamedReferee(about);
  return from.includes("league_manager") ? "league_manager" : `${from[0] ?? "player"}:unknown`;
}

/** Whether place and name are those of the form. */
function fitsPlace(form: Form, found: Located): boolean {
  const type = form.typeOf(found);
  return type !== undefined && form.profile.request === found.shape && form.carries(found.method, type);
}

/** Whether place, name and kind of sender are those of the form. */
function fits(form: Form, found: Located): boolean {
  if (!fitsPlace(form, found)) return false;
  const { sender } = found.message;
  if (typeof sender !== "string" || sender === "league_manager") return true;
  return form.profile.sender === "typed" ? sender.includes(":") : isBareId(sender);
}

/** Whether a sender is an id without a role, as in RC and PC: `P01`. */
function isBareId(sender: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(sender);
}

/** Whether the message has a member, name or sender that only this form has. */
function hasMark(form: Form, { message, method, shape }: Located): boolean {
  const type = form.typeOf({ message, method });
  const rules = form.rulesOf(type);
  const has = (key: string) => Object.hasOwn(message, key);
  if (rules.nest !== undefined && has(rules.nest)) return true;
  const renamed = Object.entries(rules.rename ?? {}).some(([from, to]) => has(to) && !has(from));
  const moved = (rules.move ?? []).some(({ to }) => has(to.split("/")[1] ?? ""));
  if (renamed || moved) return true;
  const { sender } = message;
  if (form.profile.sender === "bare" && typeof sender === "string" && isBareId(sender))
    return sender !== "league_manager";
  return shape !== "params" && form.carries(method, type ?? "") && method !== rowOf(type ?? "")?.name;
}

/** Readings of registrations and reports, whose content is known in any form. */
function* lenientReadings(found: Located, setting: ReadingSetting, type?: string): Generator<Reading> {
  if (setting.role !== "league_manager") return;
  const { forms, now } = setting;
  const conversation = asText(setting.about.conversation);
  const read = lenientRegistration(found, now, conversation) ?? lenientReport(found, now, setting.about);
  if (read === undefined || (type !== undefined && read.type !== type)) return;
  yield { form: forms.mostTolerant(found), ...read };
}

/** The form derived from a single request of a peer. */
function shownForm(body: unknown, role: DerivedRole, forms: Forms): Form | undefined {
  const derived = deriveForm("derived-caller", role, [{ by: "peer", request: body }]);
  return derived && forms.of(derived.profile);
}

/** The reading of a notice with missing members, in the most tolerant form. */
function noticeReading(
  found: Located,
  { role, forms, about, peer, ofLeague }: ReadingSetting,
): Reading | undefined {
  if (role === "league_manager") return undefined;
  const { sender } = found.message;
  const isFromLeague = typeof sender === "string" && /^league_manager\b/.test(sender);
  const isForeign = isTolerant(peer) || (isFromLeague && ofLeague?.isTolerant === true);
  const notice = lenientNotice(found, about, isForeign);
  if (notice === undefined || (role === "referee" && notice.type === "GAME_OVER")) return undefined;
  return { isOfOne: true, form: forms.mostTolerant(found), ...notice };
}

/**
 * The reading of a request in an unlisted form by its own content: its name, similar member names, nested objects, times.
 * Undefined for a body that is no league message, and for an invalid message in a form of the documents.
 */
function derivedReading(body: unknown, found: Located, setting: ReadingSetting): Reading | undefined {
  const { about, forms, isServedName, ofLeague } = setting;
  const type = typeOfPeer(found);
  const row = type === undefined ? undefined : rowOf(type);
  if (type === undefined || row === undefined) return undefined;
  if (isServedName && row.name !== found.method) return undefined;
  const isFromManager = row.from.includes("league_manager");
  const role = isFromManager ? "manager" : row.from.includes("referee") ? "referee" : "player";
  const wrapped = found.isWrapped === true;
  const isPlain = isServedName && !wrapped && isUnaddressed(found);
  if (!wrapped && !isPlain && isFaulty(found, type, forms)) return undefined;
  // So few members indicate no more of a form than their names.
  const form = isPlain ? forms.named("synonyms") : shownForm(body, role, forms);
  if (form === undefined || form.profile.request !== found.shape) return undefined;
  const mustBeMarked = !wrapped && !isPlain && isDocumentedForm(found, type, forms);
  if (mustBeMarked && !isMarked(form, found, type, ofLeague !== undefined)) return undefined;
  const { timestamp: _, ...untimed } = found.message;
  const members = withoutBlanks(isPlain ? untimed : found.message);
  const message = form.canonical(type, members, { ...about, ...members });
  const usual = {
    message_type: type,
    sender: isFromManager ? "league_manager" : role === "referee" ? unnamedReferee(about) : `${role}:unknown`,
    conversation_id: asText(about.conversation),
    ...(isPlain ? { timestamp: about.now } : {}),
  };
  return { isOfOne: true, form, type, message: { ...usual, ...defined(message), message_type: type } };
}

/** Whether the message can only be in a form of the documents, so that a broken rule is a fault. */
function isFaulty(found: Located, type: string, forms: Forms): boolean {
  const flat = forms.named("flat");
  if (!hasCanonicalContent(found.message) && isIn(flat, found, type) && hasMark(flat, found)) return true;
  return isDocumentedForm(found, type, forms) && !hasEnvelope(found);
}

export function isDocumentedForm(found: Located, type: string, forms: Forms): boolean {
  const isFlat = !hasCanonicalContent(found.message);
  return [...(isFlat ? ["flat"] : []), "canonical", "mcp"].some((name) =>
    isIn(forms.named(name), found, type),
  );
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
  const isBare = !COMMON_ENVELOPE.some((name) => name !== "timestamp" && has(name));
  return isBare && !has("auth_token") && vocabulary.member_names.match_id.some(has);
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
