import { SpecError } from "../fault.js";
import { loadLeague } from "./league.js";
import { loadOpenrpc } from "./openrpc-loader.js";
import type { Source } from "./source.js";
import type { LoadedSpec } from "./types.js";

/** Reads a specification: a folder with this project's layout, or one foreign OpenRPC document. */
export function load(source: Source): LoadedSpec {
  const files = source.list();
  const [only] = files;
  try {
    return files.length === 1 && only !== undefined && !only.includes("/")
      ? loadOpenrpc(source, only)
      : loadLeague(source);
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    // Faults have paths inside of the specification; the shown path includes the folder.
    throw new SpecError(error.faults.map((fault) => ({ ...fault, file: shownPath(source, fault.file) })));
  }
}

/** The path of a file in messages. */
export function shownPath(source: Source, file: string): string {
  return file === source.label || source.list().length === 1 ? file : `${source.label}/${file}`;
}
