import { isDeepStrictEqual } from "node:util";
import { isList, isObject, type Json, type JsonObject } from "../json.js";
import { childPointer } from "../pointer.js";

/** Three versions of one value; undefined if it is missing. */
export interface Versions {
  readonly base: Json | undefined;
  readonly ours: Json | undefined;
  readonly theirs: Json | undefined;
}

/** A value that both sides have changed, in different ways. */
export interface ValueConflict extends Versions {
  /** JSON Pointer, with the indexes of our version if it has the value. */
  readonly pointer: string;
}

/** The side whose value is taken if both have changed it. */
export type Winner = "ours" | "theirs";

/** The resolution for a value that both sides have changed. */
export interface Resolution {
  readonly winner: Winner;
  /** Collects all such values. */
  readonly conflicts: ValueConflict[];
}

/** Members by which the entries of a list are distinguished: methods by name, clauses by id, near misses by label. */
const IDENTITIES = ["name", "id", "label"] as const;

/**
 * Merges two changed versions of one value. Objects are merged member by member, lists of scalars as sets, lists of named
 * objects by name; everything else is one value.
 */
export function mergeValues(versions: Versions, pointer: string, resolution: Resolution): Json | undefined {
  const { base, ours, theirs } = versions;
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(base, theirs)) return ours;
  if (isDeepStrictEqual(base, ours)) return theirs;
  if (isObject(ours) && isObject(theirs)) {
    return mergeObjects(isObject(base) ? base : {}, ours, theirs, pointer, resolution);
  }
  if (isList(ours) && isList(theirs)) {
    const lists = [isList(base) ? base : [], ours, theirs] as const;
    if (lists.flat().every((item) => !isObject(item) && !isList(item))) return mergeSets(...lists);
    const identity = IDENTITIES.find((key) => lists.every((list) => isNamedBy(list, key)));
    if (identity !== undefined) return mergeNamed(lists, identity, pointer, resolution);
  }
  resolution.conflicts.push({ pointer, ...versions });
  return versions[resolution.winner];
}

function mergeObjects(
  base: JsonObject,
  ours: JsonObject,
  theirs: JsonObject,
  pointer: string,
  resolution: Resolution,
): JsonObject {
  const merged: Record<string, Json> = {};
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const versions = { base: base[key], ours: ours[key], theirs: theirs[key] };
    const value = mergeValues(versions, childPointer(pointer, key), resolution);
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

/** Our members, without those that they have removed, and with those that they have added. */
function mergeSets(base: readonly Json[], ours: readonly Json[], theirs: readonly Json[]): Json[] {
  const kept = ours.filter((item) => theirs.includes(item) || !base.includes(item));
  return [...kept, ...theirs.filter((item) => !base.includes(item) && !ours.includes(item))];
}

function isNamedBy(list: readonly Json[], key: string): boolean {
  const names = list.map((item) => (isObject(item) ? item[key] : undefined));
  return names.every((name) => typeof name === "string") && new Set(names).size === names.length;
}

function mergeNamed(
  lists: readonly [readonly Json[], readonly Json[], readonly Json[]],
  key: string,
  pointer: string,
  resolution: Resolution,
): Json[] {
  const [base, ours, theirs] = lists.map((list) => new Map(list.map((item) => [nameOf(item, key), item])));
  const names = [...new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])];
  return names.flatMap((name, i) => {
    const versions = { base: base?.get(name), ours: ours?.get(name), theirs: theirs?.get(name) };
    return mergeValues(versions, childPointer(pointer, i), resolution) ?? [];
  });
}

function nameOf(item: Json, key: string): Json | undefined {
  return isObject(item) ? item[key] : undefined;
}
