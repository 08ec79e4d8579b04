import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { LineCounter, parseDocument } from "yaml";
import { SpecError } from "../fault.js";
import { isList, type Json } from "../json.js";

/** The source of specification files: a disk, or memory in tests. The generator does not access the file system directly. */
export interface Source {
  /** The name of the folder or document; paths begin with it, so that output does not depend on its place. */
  readonly label: string;
  /** The one OpenRPC document, or null for a folder with the layout of this project's `spec/`. */
  readonly document: string | null;
  /** The sorted paths of all files of a folder, with forward slashes. */
  list(): readonly string[];
  /** The text of a file, or null if there is none. */
  read(path: string): string | null;
}

/** A folder, or one OpenRPC document, which may refer to files next to it. */
export function openSource(path: string): Source {
  const [parent, label] = [dirname(resolve(path)), basename(resolve(path))];
  const isFolder = statSync(path).isDirectory();
  const list = () =>
    readdirSync(path, { recursive: true, encoding: "utf8" })
      .map((file) => `${label}/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\.(ya?ml|json)$/.test(file))
      .sort();
  const read = (file: string) => readOrNull(join(parent, file));
  return { label, document: isFolder ? null : label, list: isFolder ? list : () => [], read };
}

function readOrNull(file: string): string | null {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, "utf8") : null;
}

/**
 * The data in one YAML or JSON file.
 * @throws SpecError with the place, for a file that cannot be read as data.
 */
export function parseText(written: string, file: string): Json {
  const text = written.replace(/^\uFEFF/, "");
  if (text.startsWith("\u001f\ufffd"))
    throw unreadable(file, ["it is compressed (gzip)"], "Decompress it first.");
  if (/^(\ufffd{2}|.?\0)/s.test(text)) throw unreadable(file, ["it is not UTF-8"], "Save it as UTF-8.");
  const value = /^\s*[[{]/.test(text) ? parseJson(text, file) : parseYaml(text, file);
  if (!hasFiniteNumbers(value))
    throw unreadable(file, ["it has a number beyond 1.8e308"], "Write a smaller one.");
  return value;
}

function hasFiniteNumbers(value: Json): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).every(hasFiniteNumbers);
  return typeof value !== "number" || Number.isFinite(value);
}

function parseJson(text: string, file: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    // A flow collection is YAML too.
    if (!file.endsWith(".json")) return parseYaml(text, file);
    throw unreadable(file, [String((error as Error).message)], "Make it valid JSON.");
  }
  // JSON.parse takes the last of two members with one name; the slower parser refuses them, and says where they are.
  const strings = [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gs)];
  return strings.filter(([, colon]) => colon).length === memberCount(value) ? value : parseYaml(text, file);
}

function memberCount(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  const parts: readonly Json[] = Object.values(value);
  return (isList(value) ? 0 : parts.length) + parts.reduce((sum: number, part) => sum + memberCount(part), 0);
}

function parseYaml(text: string, file: string): Json {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false, lineCounter });
  const problems = [...document.errors, ...document.warnings].map(({ message, pos }) => {
    const { line, col } = lineCounter.linePos(pos[0]);
    return `${message} (line ${line}, column ${col})`;
  });
  if (problems.length > 0) throw unreadable(file, problems, "Make it valid YAML 1.2.");
  return document.toJS({ maxAliasCount: 100 }) as Json;
}

function unreadable(file: string, causes: readonly string[], fix: string): SpecError {
  return new SpecError(causes.map((cause) => ({ file, pointer: "", cause, fix })));
}
