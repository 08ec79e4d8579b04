import { parseDocument } from "yaml";
import { type Fault, SpecError } from "../fault.js";
import type { Json } from "../json.js";
import type { Source } from "./source.js";

/**
 * The data in one YAML or JSON file.
 * @throws SpecError naming line and column, for a file that cannot be read as data.
 */
export function parseFile(source: Source, file: string): Json {
  const text = source.read(file);
  return file.endsWith(".json") ? parseJson(text, file) : parseYaml(text, file);
}

function parseJson(text: string, file: string): Json {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as Json;
  } catch (error) {
    throw new SpecError([unreadable(file, String((error as Error).message), "Make it valid JSON.")]);
  }
}

function parseYaml(text: string, file: string): Json {
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: false });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) {
    throw new SpecError(
      problems.map((problem) => {
        const before = text.slice(0, problem.pos[0]).split("\n");
        const where = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
        return unreadable(file, `${problem.message} (${where})`, "Make it valid YAML 1.2.");
      }),
    );
  }
  return document.toJS({ maxAliasCount: 100 }) as Json;
}

function unreadable(file: string, cause: string, fix: string): Fault {
  return { file, pointer: "", cause, fix };
}
