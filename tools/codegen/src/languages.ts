import { type Compiled, emit as emitTypescript } from "./emit/emit.js";
import type { Output } from "./print/file.js";
import { emitPython } from "./python/emit.js";
import { emitVectors } from "./vectors/emit.js";

/** One back end: what it makes of a specification, and the folders that are its own. */
interface BackEnd {
  readonly folders: readonly string[];
  readonly emit: (compiled: Compiled, label: string) => Output[] | Promise<Output[]>;
}

const backEnds = {
  typescript: { folders: ["src", "openrpc", "reference"], emit: emitTypescript },
  python: { folders: ["python"], emit: ({ model }, label) => emitPython(model, label) },
  vectors: { folders: ["vectors"], emit: emitVectors },
} as const satisfies Record<string, BackEnd>;

/** Something that a specification can be written as. */
export type Language = keyof typeof backEnds;

export const languages = Object.keys(backEnds) as readonly Language[];

/** The files of the chosen languages; of all of them for a specification in our conventions, else of the first. */
export async function emitLanguages(
  compiled: Compiled,
  label: string,
  wanted: readonly Language[] | undefined,
): Promise<{ files: Output[]; folders: string[] }> {
  const isLeagueSpec = compiled.model.dialects.some((dialect) => dialect.isLeagueSpec);
  const chosen: readonly Language[] = wanted ?? (isLeagueSpec ? languages : ["typescript"]);
  const files: Output[] = [];
  for (const language of chosen) files.push(...(await backEnds[language].emit(compiled, label)));
  return { files, folders: chosen.flatMap((language) => [...backEnds[language].folders]) };
}
