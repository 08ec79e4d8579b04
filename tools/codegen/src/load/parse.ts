import { parseDocument } from "yaml";
import { type Fault, SpecError } from "../fault.js";
import type { Json } from "../json.js";

/**
 * The data in one YAML or JSON file.
 * @throws SpecError with the place, for a file that cannot be read as data.
 */
export function parseText(written: string, file: string): Json {
  const text = written.replace(/^\uFEFF/, "");
  if (text.startsWith("\u001f\ufffd"))
    throw unreadable(file, "it is compressed (gzip)", "Decompress it first.");
  if (/^(\ufffd{2}|.?\0)/s.test(text)) throw unreadable(file, "it is not UTF-8", "Save it as UTF-8.");
  const value = /^\s*[[{]/.test(text) ? parseJson(text, file) : parseYaml(text, file);
  if (!hasFiniteNumbers(value))
    throw unreadable(file, "it has a number beyond 1.8e308", "Write a smaller one.");
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
    throw unreadable(file, String((error as Error).message), "Make it valid JSON.");
  }
  const twice = repeatedKey(text);
  if (twice !== null) {
    const cause = `the member ${JSON.stringify(twice.key)} is there twice (line ${twice.line})`;
    throw unreadable(file, cause, "Remove one of the two; a reader takes either of them.");
  }
  return value;
}

/** The first member name that one object has twice, in text that is valid JSON. */
function repeatedKey(text: string): { key: string; line: number } | null {
  const open: (Set<string> | null)[] = [];
  for (const { 0: token, 1: colon, index } of text.matchAll(/"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}[\]]/gs)) {
    const keys = open.at(-1);
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (keys != null && colon !== undefined) {
      const key = JSON.parse(token) as string;
      if (keys.has(key)) return { key, line: text.slice(0, index).split("\n").length };
      keys.add(key);
    }
  }
  return null;
}

function parseYaml(text: string, file: string): Json {
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    throw new SpecError(
      problems.map((problem) => {
        const before = text.slice(0, problem.pos[0]).split("\n");
        const where = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
        return fault(file, `${problem.message} (${where})`, "Make it valid YAML 1.2.");
      }),
    );
  }
  return document.toJS({ maxAliasCount: 100 }) as Json;
}

function unreadable(file: string, cause: string, fix: string): SpecError {
  return new SpecError([fault(file, cause, fix)]);
}

function fault(file: string, cause: string, fix: string): Fault {
  return { file, pointer: "", cause, fix };
}
