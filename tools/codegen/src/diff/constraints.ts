import type { Json } from "../json.js";
import { type Schema, type TypeName, typesOf } from "../schema/schema.js";
import type { Effect } from "./finding.js";

/** One changed keyword, and its effect on the set of valid data. */
export interface Change {
  readonly keyword: string;
  readonly effect: Effect;
  readonly what: string;
}

/** The differences between the keywords of two plain values. */
export function constraintChanges(before: Schema, after: Schema): Change[] {
  const bound = (keyword: Bound, sign: 1 | -1) =>
    replaced(keyword, before[keyword], after[keyword], {
      come: (now) => `${keyword} is ${now}`,
      gone: (old) => `${keyword} is gone (it was ${old})`,
      other: (old, now) => `${keyword} is ${now} instead of ${old}`,
      effect: (old, now) => ((now - old) * sign > 0 ? "narrower" : "wider"),
    });
  return [
    ...typeChanges(typesOf(before), typesOf(after)),
    ...replaced("const", before.const, after.const, {
      come: (now) => `only ${show(now)} is allowed`,
      gone: (old) => `it need not be ${show(old)} any more`,
      other: (old, now) => `it must be ${show(now)} instead of ${show(old)}`,
    }),
    ...enumChanges(before, after),
    // More is narrower for a lower bound, less for an upper bound.
    ...LOWER.flatMap((keyword) => bound(keyword, 1)),
    ...UPPER.flatMap((keyword) => bound(keyword, -1)),
    ...replaced("pattern", before.pattern, after.pattern, {
      come: (now) => `the text must match ${now}`,
      gone: () => "the text need not match a pattern any more",
      other: (old, now) => `the text must match ${now} instead of ${old}`,
    }),
  ];
}

const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;
type Bound = (typeof LOWER)[number] | (typeof UPPER)[number];

/** A new keyword allows less, one that is gone more; another value is different unless its effect is known. */
function replaced<T>(
  keyword: string,
  old: T | undefined,
  now: T | undefined,
  say: {
    readonly come: (now: T) => string;
    readonly gone: (old: T) => string;
    readonly other: (old: T, now: T) => string;
    readonly effect?: (old: T, now: T) => Effect;
  },
): Change[] {
  if (old === now) return [];
  if (old === undefined) return [{ keyword, effect: "narrower", what: say.come(now as T) }];
  if (now === undefined) return [{ keyword, effect: "wider", what: say.gone(old) }];
  return [{ keyword, effect: say.effect?.(old, now) ?? "different", what: say.other(old, now) }];
}

function typeChanges(old: readonly TypeName[], now: readonly TypeName[]): Change[] {
  const keyword = "type";
  const gone = old.filter((type) => !now.some((other) => covers(other, type)));
  const come = now.filter((type) => !old.some((other) => covers(other, type)));
  const isReplaced = old.length === 0 || now.length === 0 || (gone.length > 0 && come.length > 0);
  if (isReplaced) {
    const listed = (types: readonly TypeName[]) => (types.length === 0 ? undefined : types.join(" or "));
    return replaced(keyword, listed(old), listed(now), {
      come: (types) => `only ${types} is allowed`,
      gone: () => "any value is allowed",
      other: (was, is) => `the type is ${is} instead of ${was}`,
    });
  }
  return [
    ...gone.map((type): Change => ({ keyword, effect: "narrower", what: `${type} is not allowed any more` })),
    ...come.map((type): Change => ({ keyword, effect: "wider", what: `${type} is allowed too` })),
  ];
}

function covers(wide: TypeName, narrow: TypeName): boolean {
  return wide === narrow || (wide === "number" && narrow === "integer");
}

function enumChanges(before: Schema, after: Schema): Change[] {
  const [old, now] = [before.enum, after.enum];
  // Receivers accept any value of an open enum, so its list binds only sent messages.
  const [wasOpen, isOpen] = [before["x-open"] === true, after["x-open"] === true];
  const change = (effect: Effect, what: string, keyword = "enum"): Change => ({ keyword, effect, what });
  if (old === undefined)
    return now === undefined
      ? []
      : [change(isOpen ? "none" : "narrower", `the values are listed: ${list(now)}`)];
  if (now === undefined) return [change(wasOpen ? "none" : "wider", "any value is allowed")];
  const gone = old.filter((member) => !now.includes(member));
  const come = now.filter((member) => !old.includes(member));
  const opened = "receivers accept other values too; senders still send the listed ones";
  const changes = [
    !wasOpen && isOpen && change("none", opened, "x-open"),
    wasOpen && !isOpen && change("narrower", "receivers accept only the listed values", "x-open"),
    gone.length > 0 && change(isOpen ? "none" : "narrower", `${list(gone)} is gone`),
    come.length > 0 && change(isOpen ? "none" : "wider", `${list(come)} is new`),
  ];
  return changes.filter((each) => each !== false);
}

function list(members: readonly Json[]): string {
  return members.map(show).join(", ");
}

function show(value: Json): string {
  return JSON.stringify(value);
}
