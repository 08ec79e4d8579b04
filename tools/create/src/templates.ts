/** The templates with their folders. */
import { fileURLToPath } from "node:url";

export interface Template {
  /** The description of the template, in a few words. */
  readonly summary: string;
  /** Folders of this package, which are copied one after the other. */
  readonly folders: readonly string[];
}

/** The common files of the projects in TypeScript. */
const TYPESCRIPT = "templates/typescript";

export const templates = {
  player: { summary: "a player in TypeScript", folders: [TYPESCRIPT, "templates/player"] },
  worker: {
    summary: "a player in TypeScript, for a runtime that serves with fetch",
    folders: [TYPESCRIPT, "templates/worker"],
  },
  referee: { summary: "a referee in TypeScript", folders: [TYPESCRIPT, "templates/referee"] },
  // The build copies the generated package, so that it has one source.
  python: {
    summary: "a player in Python, standard library only",
    folders: ["templates/python", "dist/python"],
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;

export const templateNames = Object.keys(templates) as readonly TemplateName[];

export function isTemplateName(text: string): text is TemplateName {
  return Object.hasOwn(templates, text);
}

/** The absolute path of a folder of this package; `dist` and `src` are both directly below its root. */
export function packageFolder(folder: string): string {
  return fileURLToPath(new URL(`../${folder}/`, import.meta.url));
}
