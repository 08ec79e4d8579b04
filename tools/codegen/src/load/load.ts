import { type Fault, SpecError } from "../fault.js";
import { loadDialect } from "./dialect.js";
import { loadLeague } from "./league.js";
import type { Source } from "./source.js";
import type { LoadedSpec } from "./types.js";

/**
 * Reads a specification: a folder with this project's layout, or one OpenRPC document.
 * @throws SpecError with everything that makes it mean nothing, or two things.
 */
export function load(source: Source): LoadedSpec {
  try {
    const { spec, faults } =
      source.document === null ? loadLeague(source) : loadDocument(source, source.document);
    if (faults.length > 0) throw new SpecError(faults);
    return spec;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    // Faults have paths inside of the specification; the shown path includes the folder.
    throw new SpecError(error.faults.map((fault) => ({ ...fault, file: shownPath(source, fault.file) })));
  }
}

function loadDocument(source: Source, file: string): { spec: LoadedSpec; faults: readonly Fault[] } {
  const { dialect, faults } = loadDialect(source, file, null, []);
  return {
    spec: { dialects: [dialect], protocol: null, states: null, errors: null, forms: [], requirements: [] },
    faults,
  };
}

/** The path of a file in messages. */
export function shownPath(source: Source, file: string): string {
  return file === source.label || source.document !== null ? file : `${source.label}/${file}`;
}
