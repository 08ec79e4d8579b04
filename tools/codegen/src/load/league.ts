import { type Fault, SpecError } from "../fault.js";
import { loadDialect } from "./dialect.js";
import { parseText } from "./parse.js";
import type { Source } from "./source.js";
import type { LoadedSpec, LoadedTable } from "./types.js";

/**
 * Loads a folder with the layout of this project's `spec/`: every folder in it with an `openrpc.yaml` is a dialect, and
 * `protocol.yaml`, `states.yaml`, `errors.yaml`, the wire forms in `forms/` and the clauses in `requirements/` are next to them.
 */
export function loadLeague(source: Source): { spec: LoadedSpec; faults: readonly Fault[] } {
  const files = source.list();
  const dialects = files
    .filter((file) => /^[^/]+\/openrpc\.yaml$/.test(file))
    .map((file) => {
      const folder = file.slice(0, file.indexOf("/"));
      const own = files.filter(
        (path) => path.startsWith(`${folder}/`) && path !== file && path.endsWith(".yaml"),
      );
      return loadDialect(source, file, folder, own);
    })
    // The canonical dialect is the first; the others are sorted by name.
    .sort(
      ({ dialect: a }, { dialect: b }) =>
        Number(b.name === "canonical") - Number(a.name === "canonical") || (a.name < b.name ? -1 : 1),
    );
  if (dialects.length === 0) {
    const fix = "Name the folder that contains canonical/openrpc.yaml, or one OpenRPC document.";
    throw new SpecError([
      { file: source.label, pointer: "", cause: "no folder in it holds an openrpc.yaml", fix },
    ]);
  }
  const table = (file: string): LoadedTable | null =>
    files.includes(file) ? { file, value: parseText(source.read(file) ?? "", file) } : null;
  const inFolder = (folder: string) =>
    files
      .filter((file) => file.startsWith(`${folder}/`) && /^[^/]+\/[^/]+\.yaml$/.test(file))
      .flatMap((file) => table(file) ?? []);
  const spec = {
    dialects: dialects.map(({ dialect }) => dialect),
    protocol: table("protocol.yaml"),
    states: table("states.yaml"),
    errors: table("errors.yaml"),
    forms: inFolder("forms"),
    requirements: inFolder("requirements"),
  };
  return { spec, faults: dialects.flatMap(({ faults }) => faults) };
}
