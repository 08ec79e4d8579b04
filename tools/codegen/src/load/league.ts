import { type Fault, SpecError } from "../fault.js";
import { isObject, listAt } from "../json.js";
import { MethodReader } from "./methods.js";
import { parseFile } from "./parse.js";
import { childPointer } from "./pointer.js";
import { SchemaLoader } from "./schema-loader.js";
import type { Source } from "./source.js";
import type { LoadedDialect, LoadedSpec, LoadedTable } from "./types.js";

/**
 * Loads a folder with the layout of this project's `spec/`: every folder in it with an `openrpc.yaml` is a dialect, and
 * `protocol.yaml`, `states.yaml`, `errors.yaml` and the clauses in `requirements/` are next to them.
 */
export function loadLeague(source: Source): LoadedSpec {
  const files = source.list();
  const faults: Fault[] = [];
  const dialects = files
    .filter((file) => /^[^/]+\/openrpc\.yaml$/.test(file))
    .map((file) => loadDialect(source, file, faults))
    // The canonical dialect is the first; the others are sorted by name.
    .sort(
      (a, b) => Number(b.name === "canonical") - Number(a.name === "canonical") || (a.name < b.name ? -1 : 1),
    );
  if (dialects.length === 0) {
    faults.push({
      file: source.label,
      pointer: "",
      cause: "no folder in it holds an openrpc.yaml",
      fix: "Name the folder that contains canonical/openrpc.yaml, or one OpenRPC document.",
    });
  }
  if (faults.length > 0) throw new SpecError(faults);
  const table = (file: string): LoadedTable | null =>
    files.includes(file) ? { file, value: parseFile(source, file) } : null;
  return {
    dialects,
    protocol: table("protocol.yaml"),
    states: table("states.yaml"),
    errors: table("errors.yaml"),
    requirements: files
      .filter((file) => /^requirements\/[^/]+\.yaml$/.test(file))
      .map((file) => ({ file, value: parseFile(source, file) })),
  };
}

function loadDialect(source: Source, file: string, faults: Fault[]): LoadedDialect {
  const folder = file.slice(0, file.indexOf("/"));
  const document = parseFile(source, file);
  if (!isObject(document)) {
    throw new SpecError([
      { file, pointer: "", cause: "this is not an OpenRPC document", fix: "Write an object." },
    ]);
  }
  const loader = new SchemaLoader(source);
  for (const path of source.list()) {
    if (path.startsWith(`${folder}/`) && path !== file && path.endsWith(".yaml")) loader.addFile(path);
  }
  const reader = new MethodReader(loader, file);
  const methods = listAt(document, "methods").map((raw, i) =>
    reader.method(isObject(raw) ? raw : {}, childPointer("/methods", i)),
  );
  const routes = listAt(document, "x-http").map((raw, i) =>
    reader.route(isObject(raw) ? raw : {}, childPointer("/x-http", i)),
  );
  faults.push(...loader.faults);
  return {
    name: folder,
    isLeagueSpec: "x-dialect" in document,
    file,
    document,
    schemas: loader.schemas,
    methods,
    routes,
  };
}
