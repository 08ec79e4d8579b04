import { emit as emitTypescript } from "./emit/emit.js";
import { type Fault, isError, SpecError } from "./fault.js";
import { lint } from "./lint/lint.js";
import { type Loaded, load } from "./load/load.js";
import type { Source } from "./load/source.js";
import type { Model } from "./model/model.js";
import type { Output } from "./print/file.js";
import { emitPython } from "./python/emit.js";
import { emitVectors } from "./vectors/emit.js";

/** The result of a generation. */
export interface Generated {
  readonly files: readonly Output[];
  /** The warnings of the lint. */
  readonly warnings: readonly Fault[];
}

/**
 * The output of a specification: load, lint, model, emit.
 * @param wanted languages; all of them for a specification in our conventions, TypeScript for another document.
 * @throws SpecError with all faults.
 */
export async function generate(source: Source, wanted?: readonly Language[]): Promise<Generated> {
  const { model, warnings } = read(source);
  const isLeagueSpec = model.dialects.some((dialect) => dialect.isLeagueSpec);
  const files: Output[] = [];
  for (const language of wanted ?? (isLeagueSpec ? languages : ["typescript" as const]))
    files.push(...(await backEnds[language](model, source.label)));
  return { files, warnings };
}

/** The findings of the rules; for a specification that cannot be read, the faults of reading it. */
export function lintSource(source: Source): readonly Fault[] {
  try {
    return lint(load(source));
  } catch (error) {
    if (error instanceof SpecError) return error.faults;
    throw error;
  }
}

/**
 * The model of a specification.
 * @throws SpecError with all faults.
 */
export function read(source: Source): Loaded {
  const loaded = load(source);
  const faults = lint(loaded);
  if (faults.some(isError)) throw new SpecError(faults.filter(isError));
  return { model: loaded.model, warnings: faults };
}

/** The back ends: what each makes of a specification, in folders of its own. */
const backEnds = {
  typescript: emitTypescript,
  python: emitPython,
  vectors: emitVectors,
} as const satisfies Record<string, (model: Model, label: string) => Output[] | Promise<Output[]>>;

/** Something that a specification can be written as. */
export type Language = keyof typeof backEnds;

export const languages = Object.keys(backEnds) as readonly Language[];
