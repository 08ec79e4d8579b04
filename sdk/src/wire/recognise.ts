/** Reads a request of any form: candidate readings, the likeliest first. The validators select one. */

import { asText } from "./as-text.js";
import { methodOf } from "./contract.js";
import type { Located } from "./find-message.js";
import { isObject } from "./members.js";
import { bySimilarity } from "./similarity.js";
import { isOtherUtc } from "./times.js";
import type { JsonObject, Variables } from "./types.js";
import type { Form, WireFormRegistry } from "./wire-form-registry.js";
import { withoutBlanks } from "./without-blanks.js";

/** The maximum number of stored senders: more than any league has. */
const storedSenders = 1024;
/** The same for request shapes, which clients control: as many as there are messages in all forms. */
const storedShapes = 1024;
/** Longer than the shape of any form. */
const longestShape = 256;

/** A request read in one form. */
export interface Reading {
  readonly form: Form;
  readonly type: string;
  /** The method of the documents. */
  readonly method: string;
  readonly message: JsonObject;
  /** The form was derived from this message only, and does not apply to the next message. */
  readonly isOfOne?: true;
}

export class Recogniser {
  readonly #registry: WireFormRegistry;
  readonly #formBySender = new Map<string, Form>();
  readonly #formByShape = new Map<string, Form>();
  #ownLeague: Form | undefined;

  constructor(registry: WireFormRegistry) {
    this.#registry = registry;
  }

  /** The form of this agent's league, which is tried first. */
  set league(form: Form | undefined) {
    this.#ownLeague = form;
  }

  /** Candidates for a message that is not canonical, the likeliest first. */
  *readings(found: Located, isServedName: boolean, about: Variables): Generator<Reading> {
    for (const form of this.#candidates(found, isServedName)) {
      const type = form.typeOf(found);
      const row = type === undefined ? undefined : methodOf(type);
      if (type === undefined || row === undefined) continue;
      const isOther = !isServedName || hasMark(form, found) || this.#isFromTolerant(found);
      const members = form.isTolerant && isOther ? withoutBlanks(found.message) : found.message;
      const message = form.canonical(type, members, { ...about, ...members });
      const whole = form.isTolerant
        ? { message_type: type, sender: usualSender(row.from), ...message }
        : message;
      yield { form: this.#registry.at(form, found.shape), type, method: row.name, message: whole };
    }
  }

  /** Stores a valid reading: the next message of this shape, or of this sender, is first read in the same form. */
  store(found: Located, { form, isOfOne }: Reading): void {
    if (isOfOne === true) return;
    const shape = shapeOf(found);
    if (this.#formByShape.size >= storedShapes) this.#formByShape.clear();
    if (shape.length <= longestShape) this.#formByShape.set(shape, form);
    const sender = senderOf(found);
    if (sender === undefined) return;
    if (this.#formBySender.size >= storedSenders) this.#formBySender.clear();
    this.#formBySender.set(sender, form);
  }

  /** The form in which this sender was last understood. */
  formOf(sender: string): Form | undefined {
    return this.#formBySender.get(sender);
  }

  *#candidates(found: Located, isServedName: boolean): Generator<Form> {
    const sender = senderOf(found);
    const known = [sender === undefined ? undefined : this.#formBySender.get(sender), this.#ownLeague];
    const tried = new Set<Form>();
    for (const form of [...known, this.#formByShape.get(shapeOf(found))]) {
      if (form === undefined || tried.has(form)) continue;
      // An operator has no typed sender in any form.
      if (!(form === this.#ownLeague ? fitsPlace(form, found) : fits(form, found))) continue;
      // A message with the documents' names is canonical, unless it has a mark of another form.
      if (isServedName && form !== this.#ownLeague && !hasMark(form, found)) continue;
      tried.add(form);
      yield form;
    }
    for (const form of this.#likely(found, isServedName)) if (!tried.has(form)) yield form;
    // Some agents use the documents' names for a part of their messages only.
    const hasOtherTimes = !this.#registry.isStrict && isOtherUtc(found.message.timestamp);
    const isLoose = this.#isFromTolerant(found) || hasOtherTimes;
    const loosest = isServedName && isLoose ? this.#registry.mostTolerant(found) : undefined;
    if (loosest !== undefined && !tried.has(loosest)) yield loosest;
  }

  /** Whether the sender was last understood in a form that leaves members out. */
  #isFromTolerant(found: Located): boolean {
    const sender = senderOf(found);
    return sender !== undefined && this.#formBySender.get(sender)?.isTolerant === true;
  }

  /**
   * The forms with this place, name and sender: the nearest, and others only with a mark of their own, so that no laxer
   * form accepts a fault. A message that fits no form is tried in all of them.
   */
  #likely(found: Located, isServedName: boolean): Form[] {
    const { all: forms } = this.#registry;
    const inPlace = forms.filter((form) => fitsPlace(form, found));
    const exact = inPlace.filter((form) => fits(form, found));
    if (isServedName)
      return bySimilarity(
        exact.filter((form) => hasMark(form, found)),
        found,
      );
    const likely = bySimilarity(exact.length > 0 ? exact : inPlace, found);
    if (likely.length === 0) return bySimilarity(forms, found);
    const isFlat = isInFlatWords(found);
    const [first, ...others] = likely.filter((form, index) => index === 0 || hasMark(form, found));
    const bare = this.#bareAt(found);
    const all = isFlat ? [...bare, first, ...others] : [first, ...others, ...bare];
    return all.filter((form) => form !== undefined);
  }

  /** Forms with bare ids as senders and the documents' names, at the place of this message. */
  #bareAt(found: Located): Form[] {
    const names = isInFlatWords(found) ? ["flat", "bare-ids"] : ["bare-ids"];
    const forms = names.map((name) => this.#registry.at(this.#registry.mustBe(name), found.shape));
    return forms.filter((form) => hasMark(form, found) && fits(form, found));
  }
}

/** Whether a request to a player has exactly the members of the flat contracts. */
function isInFlatWords({ message }: Located): boolean {
  const has = (key: string) => Object.hasOwn(message, key);
  const isFramed = ["league_id", "round_id", "match_id", "conversation_id"].every(has);
  return isFramed && !hasCanonicalContent(message);
}

/** Whether a message has a member of the contract that the flat contracts lack. */
export function hasCanonicalContent({ context, role_in_match, game_result }: JsonObject): boolean {
  const hasContext = isObject(context) && context.your_standings !== undefined;
  return hasContext || role_in_match !== undefined || game_result !== undefined;
}

/** The sender of a message without an envelope. */
function usualSender(from: readonly string[]): string {
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
export function hasMark(form: Form, { message, method, shape }: Located): boolean {
  const type = form.typeOf({ message, method });
  const rules = form.rulesOf(type);
  const has = (key: string) => Object.hasOwn(message, key);
  if (rules.nest !== undefined && has(rules.nest)) return true;
  const renamed = Object.entries(rules.rename ?? {}).some(([from, to]) => has(to) && !has(from));
  const moved = (rules.move ?? []).some(({ to }) => has(to.split("/")[1] ?? ""));
  if (renamed || moved) return true;
  const { sender } = message;
  if (form.profile.sender === "bare" && typeof sender === "string" && isBareId(sender)) {
    return sender !== "league_manager";
  }
  return shape !== "params" && form.carries(method, type ?? "") && method !== methodOf(type ?? "")?.name;
}

function shapeOf({ shape, method, message }: Located): string {
  const { message_type, sender } = message;
  const isBare = typeof sender === "string" && !sender.includes(":");
  return `${shape} ${method} ${asText(message_type)} ${isBare}`;
}

function senderOf({ message }: Located): string | undefined {
  const { sender } = message;
  return typeof sender === "string" && sender.length <= 128 ? sender : undefined;
}
