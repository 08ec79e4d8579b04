import { type Json, sameJson } from "../json.js";
import { BOUNDS, type Schema, typesOf } from "../schema/schema.js";

/** A change of the set of valid data. */
export type Effect = "narrower" | "wider" | "different" | "none";

/** One changed keyword, and its effect on the set of valid data. */
export type Change = readonly [keyword: string, effect: Effect, what: string];

/** The keywords that are compared here. */
export const CONSTRAINTS: readonly string[] = ["type", "const", "enum", "pattern", ...BOUNDS.flat()];

/** The differences between the keywords of two plain values. */
export function* constraintChanges(old: Schema, now: Schema): Generator<Change> {
  const types = (schema: Schema) => (schema.type === undefined ? undefined : typesOf(schema));
  const constant = (schema: Schema) => ("const" in schema ? [schema.const as Json] : undefined);
  yield* listChanges("type", types(old), types(now), false);
  yield* listChanges("const", constant(old), constant(now), false);
  const [wasOpen, isOpen] = [old["x-open"] === true, now["x-open"] === true];
  if (old.enum !== undefined && now.enum !== undefined && wasOpen !== isOpen)
    yield isOpen
      ? ["x-open", "none", "receivers accept other values too; senders still send the listed ones"]
      : ["x-open", "narrower", "receivers accept only the listed values"];
  yield* listChanges("enum", old.enum, now.enum, now.enum === undefined ? wasOpen : isOpen);
  for (const keyword of [...BOUNDS.flat(), "pattern"] as const) {
    const [was, is] = [old[keyword], now[keyword]];
    const effect = keyword === "pattern" ? "different" : boundEffect(keyword, Number(was), Number(is));
    if (was === is) continue;
    if (was === undefined) yield [keyword, "narrower", `${keyword} is ${is}`];
    else if (is === undefined) yield [keyword, "wider", `${keyword} is gone (it was ${was})`];
    else yield [keyword, effect, `${keyword} is ${is} instead of ${was}`];
  }
}

function boundEffect(keyword: string, was: number, is: number): Effect {
  const isLower = BOUNDS.some(([low]) => low === keyword);
  return is > was === isLower ? "narrower" : "wider";
}

/**
 * The changes of a list of allowed types or values.
 * @param isOpen receivers accept others too, so that the list binds only sent messages.
 */
function* listChanges(
  keyword: "type" | "const" | "enum",
  old: readonly Json[] | undefined,
  now: readonly Json[] | undefined,
  isOpen: boolean,
): Generator<Change> {
  const list = (values: readonly Json[]) =>
    values.map((value) => (keyword === "type" ? String(value) : JSON.stringify(value))).join(", ");
  const change = (effect: Effect, what: string): Change => [keyword, isOpen ? "none" : effect, what];
  const allowed = isOpen ? "listed" : "allowed";
  if (old === undefined || now === undefined) {
    if (now !== undefined) yield change("narrower", `only ${list(now)} is ${allowed}`);
    if (old !== undefined) yield change("wider", `any value is allowed, and not only ${list(old)}`);
    return;
  }
  const without = (all: readonly Json[], others: readonly Json[]) =>
    all.filter((one) => !others.some((other) => covers(other, one)));
  const [gone, come] = [without(old, now), without(now, old)];
  if (gone.length > 0 && come.length > 0)
    yield change("different", `it is ${list(now)} instead of ${list(old)}`);
  else if (gone.length > 0) yield change("narrower", `${list(gone)} is not ${allowed} any more`);
  else if (come.length > 0) yield change("wider", `${list(come)} is ${allowed} too`);
}

/** Every integer is a number. */
function covers(wide: Json, narrow: Json): boolean {
  return sameJson(wide, narrow) || (wide === "number" && narrow === "integer");
}
