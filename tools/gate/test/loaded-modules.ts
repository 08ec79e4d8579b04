/** Which sources a built command loads: the files that Node loads, and through the metafile of the bundle, what is in them. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..", "..", "..");
const compiler = "tools/build/node_modules/typescript/bin/tsc";
const hook = pathToFileURL(join(import.meta.dirname, "loaded-modules-hook.mjs")).href;

interface Metafile {
  readonly outputs: {
    readonly [output: string]: {
      readonly bytes: number;
      readonly inputs: { readonly [source: string]: { readonly bytesInOutput: number } };
    };
  };
}

export interface Loaded {
  /** Sources in the loaded chunks and packages that are loaded file by file, from the root of the repository. */
  readonly sources: readonly string[];
  /** Bytes of the loaded chunks. */
  readonly bundledBytes: number;
}

/** @throws Error when the bundles are older than the sources: a stale bundle proves nothing */
export function assertBuilt(): void {
  const types = spawnSync("node", [compiler, "-b", "--dry"], { cwd: root, encoding: "utf8" });
  const bundles = spawnSync("node", ["tools/build/bundle.mjs", "--check"], { cwd: root });
  if (/would build/.test(types.stdout) || bundles.status !== 0)
    throw new Error("the commands are not built from these sources: npm run build");
}

/**
 * Runs a command to its end.
 * @param stopAt when its standard error contains this text, the command gets SIGTERM
 */
export async function loadedBy(
  folder: string,
  bin: string,
  args: readonly string[],
  stopAt?: string,
): Promise<Loaded> {
  return describeFiles(folder, await filesLoadedBy([join(root, folder, "bin", bin), ...args], stopAt));
}

/** The files that Node loads for a program, in the order of loading. */
export async function filesLoadedBy(nodeArgs: readonly string[], stopAt?: string): Promise<string[]> {
  const list = join(mkdtempSync(join(tmpdir(), "league-loaded-")), "modules.txt");
  const child = spawn(process.execPath, ["--import", hook, ...nodeArgs], {
    cwd: root,
    env: { ...process.env, LOADED_MODULES: list },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
    // Once: a second signal ends a program at once, with its own status.
    if (stopAt !== undefined && errors.includes(stopAt) && !child.killed) child.kill("SIGTERM");
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${nodeArgs.join(" ")} ended with ${code}: ${errors}`);
  const urls = readFileSync(list, "utf8").split("\n");
  return urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
}

function describeFiles(folder: string, files: readonly string[]): Loaded {
  const bundle = join(root, folder, "dist", "bundle");
  const { outputs } = JSON.parse(readFileSync(join(bundle, "metafile-esm.json"), "utf8")) as Metafile;
  const isBundled = (file: string) => dirname(file) === bundle;
  const bundled = files.filter(isBundled);
  const alone = files.filter((file) => !isBundled(file));
  const chunks = bundled.flatMap((file) => outputs[`dist/bundle/${basename(file)}`] ?? []);
  const inChunks = chunks.flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([source, { bytesInOutput }]) =>
      bytesInOutput === 0 ? [] : [relative(root, join(root, folder, source))],
    ),
  );
  return {
    sources: [...inChunks, ...alone.map((file) => relative(root, file))],
    bundledBytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
