import { type Document, parseDocument } from "yaml";
import { isList, isObject, type Json } from "../json.js";
import { mergeValues, type ValueConflict, type Versions, type Winner } from "./merge-values.js";

/** The files of a specification: text by path. */
export type SpecFiles = Readonly<Record<string, string>>;

export interface Conflict extends ValueConflict {
  readonly file: string;
}

export interface Merge {
  /** Every changed file: its new text, or null for a removed file. */
  readonly changes: Readonly<Record<string, string | null>>;
  /** Values that both sides have changed; the winner's value is in `changes`. */
  readonly conflicts: readonly Conflict[];
}

/** Merges the changes from `base` to `theirs` into `ours`. Comments and layout of unchanged parts of our files stay. */
export function mergeFiles(
  base: SpecFiles,
  ours: SpecFiles,
  theirs: SpecFiles,
  winner: Winner = "ours",
): Merge {
  const changes: Record<string, string | null> = {};
  const conflicts: Conflict[] = [];
  for (const file of [...new Set([...Object.keys(base), ...Object.keys(theirs)])].sort()) {
    const [old, own, next] = [base[file], ours[file], theirs[file]];
    if (own === next || old === next) continue;
    if (old === own) changes[file] = next ?? null;
    else if (own === undefined || next === undefined || !file.endsWith(".yaml")) {
      conflicts.push({ file, pointer: "", base: old, ours: own, theirs: next });
      if (winner === "theirs") changes[file] = next ?? null;
    } else {
      const { text, found } = mergeYaml(old ?? "", own, next, winner);
      if (text !== own) changes[file] = text;
      conflicts.push(...found.map((conflict) => ({ file, ...conflict })));
    }
  }
  return { changes, conflicts };
}

function mergeYaml(
  base: string,
  ours: string,
  theirs: string,
  winner: Winner,
): { text: string; found: ValueConflict[] } {
  const found: ValueConflict[] = [];
  const document = parseDocument(ours);
  const own = dataOf(document);
  const versions: Versions = {
    base: dataOf(parseDocument(base)),
    ours: own,
    theirs: dataOf(parseDocument(theirs)),
  };
  const merged = mergeValues(versions, "", { winner, conflicts: found });
  if (!replaceIn(document, [], own, merged ?? null)) return { text: ours, found };
  return { text: document.toString({ lineWidth: 0 }), found };
}

function dataOf(document: Document): Json {
  return document.toJS({ maxAliasCount: 100 }) as Json;
}

/** Changes only the parts that differ, so that other comments stay. Returns whether any part differed. */
function replaceIn(
  document: Document,
  path: readonly (string | number)[],
  before: Json,
  after: Json,
): boolean {
  if (isList(before) && isList(after) && before.length <= after.length) {
    // A merged list begins with our entries, unless one of them is removed.
    const changed = after.map((item, i) => {
      const old = before[i];
      if (old !== undefined) return replaceIn(document, [...path, i], old, item);
      document.addIn(path, document.createNode(item));
      return true;
    });
    return changed.includes(true);
  }
  if (!isObject(before) || !isObject(after)) {
    if (JSON.stringify(before) === JSON.stringify(after)) return false;
    document.setIn(path, document.createNode(after));
    return true;
  }
  let hasChanged = false;
  for (const key of Object.keys(before)) {
    if (key in after) continue;
    document.deleteIn([...path, key]);
    hasChanged = true;
  }
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (old === undefined) document.setIn([...path, key], document.createNode(value));
    hasChanged = old === undefined || replaceIn(document, [...path, key], old, value) || hasChanged;
  }
  return hasChanged;
}
