import { type Json, sameJson } from "../json.js";
import { BOUNDS, type Schema, type TypeName, typesOf } from "../schema/schema.js";

/** A change of the set of valid data. */
export type Effect = "narrower" | "wider" | "different" | "none";

/** One changed keyword, and its effect on the set of valid data. */
export type Change = readonly [keyword: string, effect: Effect, what: string];

/** The keywords that are compared here. */
export const CONSTRAINTS: readonly string[] = ["type", "const", "enum", "pattern", ...BOUNDS.flat()];

/** The differences between the keywords of two plain values. */
export function* constraintChanges(old: Schema, now: Schema): Generator<Change> {
  yield* typeChanges(typesOf(old), typesOf(now));
  yield* replaced("const", old.const, now.const, {
    come: `only ${show(now.const)} is allowed`,
    gone: `it need not be ${show(old.const)} any more`,
    other: `it must be ${show(now.const)} instead of ${show(old.const)}`,
  });
  yield* enumChanges(old, now);
  for (const keyword of BOUNDS.flat()) {
    const [was, is] = [old[keyword], now[keyword]];
    const words = {
      come: `${keyword} is ${is}`,
      gone: `${keyword} is gone (it was ${was})`,
      other: `${keyword} is ${is} instead of ${was}`,
    };
    const isMore = (is ?? 0) > (was ?? 0);
    const isLower = BOUNDS.some(([low]) => low === keyword);
    yield* replaced(keyword, was, is, words, isMore === isLower ? "narrower" : "wider");
  }
  yield* replaced("pattern", old.pattern, now.pattern, {
    come: `the text must match ${now.pattern}`,
    gone: "the text need not match a pattern any more",
    other: `the text must match ${now.pattern} instead of ${old.pattern}`,
  });
}

/** A new keyword allows less, one that is gone more; another value is different unless its effect is known. */
function* replaced(
  keyword: string,
  old: Json | undefined,
  now: Json | undefined,
  words: { readonly come: string; readonly gone: string; readonly other: string },
  effect: Effect = "different",
): Generator<Change> {
  if (sameJson(old, now)) return;
  if (old === undefined) yield [keyword, "narrower", words.come];
  else if (now === undefined) yield [keyword, "wider", words.gone];
  else yield [keyword, effect, words.other];
}

function* typeChanges(old: readonly TypeName[], now: readonly TypeName[]): Generator<Change> {
  const covers = (wide: TypeName, narrow: TypeName) =>
    wide === narrow || (wide === "number" && narrow === "integer");
  const gone = old.filter((type) => !now.some((other) => covers(other, type)));
  const come = now.filter((type) => !old.some((other) => covers(other, type)));
  if (old.length === 0 || now.length === 0 || (gone.length > 0 && come.length > 0)) {
    const [was, is] = [old, now].map((types) => (types.length === 0 ? undefined : types.join(" or ")));
    yield* replaced("type", was, is, {
      come: `only ${is} is allowed`,
      gone: "any value is allowed",
      other: `the type is ${is} instead of ${was}`,
    });
    return;
  }
  for (const type of gone) yield ["type", "narrower", `${type} is not allowed any more`];
  for (const type of come) yield ["type", "wider", `${type} is allowed too`];
}

/** Receivers accept any value of an open enum, so its list binds only sent messages. */
function* enumChanges(before: Schema, after: Schema): Generator<Change> {
  const [old, now] = [before.enum, after.enum];
  const [wasOpen, isOpen] = [before["x-open"] === true, after["x-open"] === true];
  if (old === undefined || now === undefined) {
    const listed = `the values are listed: ${list(now ?? [])}`;
    if (now !== undefined) yield ["enum", isOpen ? "none" : "narrower", listed];
    if (old !== undefined) yield ["enum", wasOpen ? "none" : "wider", "any value is allowed"];
    return;
  }
  if (!wasOpen && isOpen)
    yield ["x-open", "none", "receivers accept other values too; senders still send the listed ones"];
  if (wasOpen && !isOpen) yield ["x-open", "narrower", "receivers accept only the listed values"];
  const gone = old.filter((member) => !now.includes(member));
  const come = now.filter((member) => !old.includes(member));
  if (gone.length > 0) yield ["enum", isOpen ? "none" : "narrower", `${list(gone)} is gone`];
  if (come.length > 0) yield ["enum", isOpen ? "none" : "wider", `${list(come)} is new`];
}

function list(members: readonly Json[]): string {
  return members.map(show).join(", ");
}

function show(value: Json | undefined): string {
  return JSON.stringify(value) ?? "missing";
}
