import { emit as emitTypescript } from "./emit/emit.js";
import { type Fault, SpecError } from "./fault.js";
import { type Linted, lint } from "./lint/lint.js";
import { load } from "./load/load.js";
import type { Source } from "./load/source.js";
import type { Model } from "./model/model.js";
import type { Output } from "./print/file.js";
import { emitPython } from "./python/emit.js";
import { emitVectors } from "./vectors/emit.js";

/** The result of a generation. */
export interface Generated {
  readonly files: readonly Output[];
  /** The folders in which no other file of the generator is left. */
  readonly folders: readonly string[];
  /** The warnings of the lint. */
  readonly warnings: readonly Fault[];
}

/**
 * The output of a specification: load, lint, model, emit.
 * @param languages all of them for a specification in our conventions, TypeScript for another document.
 * @throws SpecError with all faults.
 */
export async function generate(source: Source, languages?: readonly Language[]): Promise<Generated> {
  const { model, warnings } = read(source);
  return { ...(await emitLanguages(model, source.label, languages)), warnings };
}

/** The findings of the rules; for a specification that cannot be read, the faults of reading it. */
export function lintSource(source: Source): Pick<Linted, "faults" | "warnings"> {
  try {
    return lint(load(source));
  } catch (error) {
    if (error instanceof SpecError) return { faults: error.faults, warnings: [] };
    throw error;
  }
}

/**
 * The model of a specification.
 * @throws SpecError with all faults.
 */
export function read(source: Source): { model: Model } & Pick<Linted, "warnings"> {
  const loaded = load(source);
  const { faults, warnings } = lint(loaded);
  if (faults.length > 0) throw new SpecError(faults);
  return { model: loaded.model, warnings };
}

/** One back end: what it makes of a specification, and the folders that are its own. */
interface BackEnd {
  readonly folders: readonly string[];
  readonly emit: (model: Model, label: string) => Output[] | Promise<Output[]>;
}

const backEnds = {
  typescript: { folders: ["src", "openrpc", "reference"], emit: emitTypescript },
  python: { folders: ["python"], emit: emitPython },
  vectors: { folders: ["vectors"], emit: emitVectors },
} as const satisfies Record<string, BackEnd>;

/** Something that a specification can be written as. */
export type Language = keyof typeof backEnds;

export const languages = Object.keys(backEnds) as readonly Language[];

/** The files of the chosen languages; of all of them for a specification in our conventions, else of the first. */
export async function emitLanguages(
  model: Model,
  label: string,
  wanted: readonly Language[] | undefined,
): Promise<{ files: Output[]; folders: string[] }> {
  const isLeagueSpec = model.dialects.some((dialect) => dialect.isLeagueSpec);
  const chosen: readonly Language[] = wanted ?? (isLeagueSpec ? languages : ["typescript"]);
  const files: Output[] = [];
  for (const language of chosen) files.push(...(await backEnds[language].emit(model, label)));
  return { files, folders: chosen.flatMap((language) => [...backEnds[language].folders]) };
}
