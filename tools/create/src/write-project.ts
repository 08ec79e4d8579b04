/** Writes the files of a template into a folder. */
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { CreateFault, type Settings } from "./settings.js";
import { packageFolder, templates } from "./templates.js";

/** npm leaves files with these names out of a package, or renames them. */
const storedNames: Readonly<Record<string, string>> = { _gitignore: ".gitignore", _github: ".github" };

/** The error names at most this many files of a folder that is not empty. */
const maxNamed = 5;

export interface WrittenProject {
  /** Absolute. */
  readonly folder: string;
  /** Sorted paths below the folder. */
  readonly files: readonly string[];
}

/**
 * @param version the version of the project's league.v2 dependencies
 * @param base what a relative folder starts from
 * @throws CreateFault for a folder with files in it, or one that cannot be written
 */
export async function writeProject(
  settings: Settings,
  version: string,
  base: string,
): Promise<WrittenProject> {
  const folder = resolve(base, settings.folder);
  await assertEmpty(folder);
  const values: Readonly<Record<string, string>> = {
    package: packageName(folder),
    name: settings.name,
    league: settings.league,
    version,
  };
  const sources = (await Promise.all(templates[settings.template].folders.map(filesOf))).flat();
  const files = await Promise.all(
    sources.map(async ({ root, path }) => {
      const target = path
        .split("/")
        .map((part) => storedNames[part] ?? part)
        .join("/");
      const text = await readFile(join(root, path), "utf8");
      await writeNew(join(folder, target), fill(text, values));
      return target;
    }),
  );
  return { folder, files: files.toSorted() };
}

/** Replaces `{{name}}` and the like; other braces stay as they are. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => values[key] ?? whole);
}

/** A folder with only `.git` counts as empty. */
async function assertEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw unwritable(folder, error);
  });
  const found = names.filter((name) => name !== ".git").toSorted();
  if (found.length === 0) return;
  const more = found.length > maxNamed ? ` and ${found.length - maxNamed} more` : "";
  const list = `${found.slice(0, maxNamed).join(", ")}${more}`;
  throw new CreateFault(1, `FOLDER_NOT_EMPTY: ${folder} has ${list}. Name a new folder with --folder.`);
}

async function filesOf(folder: string): Promise<{ root: string; path: string }[]> {
  const root = packageFolder(folder);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => ({
      root,
      path: relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"),
    }));
}

/** Fails if the file exists. */
async function writeNew(file: string, text: string): Promise<void> {
  try {
    await makeFolder(dirname(file));
    await writeFile(file, text, { flag: "wx" });
  } catch (error) {
    throw unwritable(file, error as NodeJS.ErrnoException);
  }
}

/** Node's own recursive `mkdir` never ends where no folder can be made (`/proc/x/y`), and hides a read-only file system. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (await isFolder(path)) return;
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const parent = dirname(path);
    if (!(await isFolder(parent))) await makeFolder(parent);
    // Another file of the project may have made the parent in the meantime, or this folder.
    await mkdir(path).catch(async (again: unknown) => {
      if (!(await isFolder(path))) throw again;
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}

function unwritable(path: string, { code, message }: NodeJS.ErrnoException): CreateFault {
  return new CreateFault(
    1,
    `NOT_WRITTEN: ${path} cannot be written: ${code ?? message}. Choose another --folder.`,
  );
}

/** Names that npm refuses. */
const refusedNames = ["", "node_modules", "favicon.ico"];
const longestName = 214;

/** A valid npm name: `größe` becomes `grosse`. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+/, "")
    .slice(0, longestName)
    .replace(/-+$/, "");
  return refusedNames.includes(name) ? "agent" : name;
}
