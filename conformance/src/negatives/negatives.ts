/** Invalid messages and replies, one fault each, from the constraints of the contract's schemas. */
import { type FieldFault, methods, withFault } from "@league-v2/contract";
import * as examples from "@league-v2/contract/canonical/examples";
import { copy, isObject, type JsonObject, putAt } from "../json.js";
import { pascal, violations } from "../oracle/received-form.js";
import type { Reaction } from "../peers/exchange/received.js";
import type { Random } from "../sdk.js";
import type { Role } from "../types.js";

export interface Negative {
  /** `/round_id is a text`. */
  label: string;
  keyword: string;
  pointer: string;
  /** The message with the fault in it; undefined when it has no such place, or would still be valid. */
  apply(message: JsonObject): unknown;
  /** The same fault in a plainer message, for when it was accepted. */
  plain(message: JsonObject): unknown;
}

/** The messages that an agent of this role is asked with and has to judge. */
export function receivedBy(role: Role): string[] {
  const name = role === "manager" ? "league_manager" : role;
  return Object.values(methods)
    .filter((row) => row.envelope && (row.to as readonly string[]).includes(name))
    .map((row) => row.request);
}

/** Every fault that is judged in a message of this type: none for which only our schemas have a word. */
export function faultsOf(type: string): readonly FieldFault[] {
  const faults = knownFaults(type);
  const isRequired = (pointer: string) =>
    faults.some((one) => one.keyword === "required" && one.pointer === pointer);
  return faults.filter(
    ({ pointer, keyword, label }) =>
      pointer !== "" &&
      !OWN_LIMITS.has(keyword) &&
      !OWN_PATTERNS.test(label) &&
      // The league manager's messages need no token, so an agent need not check one.
      (pointer !== "/auth_token" || isRequired(pointer)),
  );
}

/** No document says how long a text may be, or where numbers begin. */
const OWN_LIMITS = new Set(["maxLength", "maxItems", "minimum", "maximum"]);
/** A receiver may trim what it reads, and the scheme of a URL has no case. */
const OWN_PATTERNS = /is followed by a (space|new line)$|is in capitals$/;

/** Every fault that the contract lists for this message as certain. */
function knownFaults(type: string): readonly FieldFault[] {
  const faults = listed(type, "Faults");
  if (faults === undefined) throw new Error(`the contract has no faults for ${type}`);
  return faults;
}

/** Members of another type than the message has, as the contract defines them. A text of digits may be read as a number. */
export function nearMissesOf(type: string): readonly FieldFault[] {
  return (listed(type, "NearMisses") ?? []).filter(
    (fault) => fault.keyword === "type" && !("set" in fault && isDigits(fault.set)),
  );
}

function isDigits(value: unknown): boolean {
  return typeof value === "string" && /^\d+$/.test(value);
}

function listed(type: string, what: "Faults" | "NearMisses"): readonly FieldFault[] | undefined {
  const name = pascal(type);
  const key = `${name.charAt(0).toLowerCase()}${name.slice(1)}${what}`;
  const faults = (examples as Readonly<Record<string, unknown>>)[key];
  return Array.isArray(faults) ? (faults as readonly FieldFault[]) : undefined;
}

/**
 * This many negatives for this message, by chance but always the same for the same seed. The near misses that the contract
 * lists come first, and then different keywords, so that a small number still tries everything once. Each is dressed up
 * with harmless changes.
 */
export function negativesFor(type: string, count: number, random: Random): Negative[] {
  const faults = shuffle(faultsOf(type), random);
  const seen = new Map<string, number>();
  const rank = ({ keyword }: FieldFault) => {
    const times = seen.get(keyword) ?? 0;
    seen.set(keyword, times + 1);
    return times;
  };
  const ranked = faults.map((fault) => ({ fault, rank: rank(fault) })).toSorted((a, b) => a.rank - b.rank);
  const chosen = [...nearMissesOf(type), ...ranked.map(({ fault }) => fault)].slice(0, count);
  return chosen.map((fault) => negative(type, fault, random.below(2 ** 16)));
}

function negative(type: string, fault: FieldFault, dress: number): Negative {
  const plain = (message: JsonObject) =>
    meansAbsent(type, message, fault) ? undefined : certain(type, withFault(message, fault));
  return {
    label: fault.label,
    keyword: fault.keyword,
    pointer: fault.pointer,
    plain,
    apply: (message) => plain(dressed(message, dress)),
  };
}

/** Many agents write null for an absent member: where the member may be absent, no receiver must mind. */
function meansAbsent(type: string, message: JsonObject, fault: FieldFault): boolean {
  if (!("set" in fault) || fault.set !== null || isItem(fault.pointer)) return false;
  const { label, keyword, pointer } = fault;
  const without = withFault(message, { label, keyword, pointer, remove: true });
  return without !== undefined && violations(type, without).length === 0;
}

function isItem(pointer: string): boolean {
  return /\/\d+$/.test(pointer);
}

/** Only what an independent implementation of JSON Schema refuses too is a negative. */
function certain(type: string, message: unknown): unknown {
  return message !== undefined && violations(type, message).length > 0 ? message : undefined;
}

/** Changes that every receiver must overlook: unknown members, another order. */
function dressed(message: JsonObject, dress: number): JsonObject {
  const out = copy(message);
  if (dress % 2 === 1) putAt(out, "/x_unknown", { nested: [1, 2, 3] });
  if (dress % 3 === 1) putAt(out, "/x_empty", null);
  return dress % 5 === 1 ? Object.fromEntries(Object.entries(out).toReversed()) : out;
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const out = [...items];
  for (let i = out.length - 1; i > 0; i -= 1) {
    const j = random.below(i + 1);
    [out[i], out[j]] = [out[j] as T, out[i] as T];
  }
  return out;
}

/** All faults of one reply, in an order that the seed decides. Each is sent once; when all were, the reply is as it should be. */
export class MalformedReplies {
  readonly type: string;
  private readonly all: readonly FieldFault[];
  private readonly left: FieldFault[];

  /** @param pointers the members in which the faults are; any by default */
  constructor(type: string, random: Random, pointers?: readonly string[]) {
    this.type = type;
    this.all = faultsOf(type).filter(({ pointer }) => pointers?.includes(pointer) ?? true);
    this.left = shuffle(this.all, random);
  }

  /** The same reaction with the next fault in its message. `sent` gets the description of the fault. */
  next(reaction: Reaction, sent: string[]): Reaction {
    if (!("say" in reaction)) return reaction;
    return { ...reaction, alter: (message) => this.broken(message, sent) };
  }

  /** How likely this many faults are to show an agent that fails at one of them. */
  note(who: string): string {
    const tried = this.all.length - this.left.length;
    const share = Math.floor((100 * tried) / this.all.length);
    return `${tried} of ${this.all.length} malformed ${this.type}s were tried: a ${who} that fails at any one of them is found with a probability of ${share} %`;
  }

  private broken(message: JsonObject, sent: string[]): JsonObject {
    const fault = this.left.shift();
    if (fault === undefined) return message;
    sent.push(fault.label);
    const changed = withFault(message, fault);
    return isObject(changed) ? changed : message;
  }
}
