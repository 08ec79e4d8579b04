/** Programs in separate processes, bundled from the sources, so that no test uses a stale build. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { afterEachTest } from "../../tools/gate/after-each-test.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "league-program-"));
const running = new Set<ChildProcess>();
afterEachTest(() => {
  for (const child of running) child.kill("SIGKILL");
});

/** For an import in a program: the module of the SDK at this path, e.g. `node/index.ts`. */
export const sdkSource = (path: string) => JSON.stringify(join(repository, "sdk/src", path));

const contractFromSources: Plugin = {
  name: "contract-from-sources",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^@league-v2\/contract/ }, ({ path }) => {
      const inside = path.replace("@league-v2/contract", "").slice(1) || "index";
      return { path: join(repository, "generated", inside.endsWith(".json") ? inside : `src/${inside}.ts`) };
    }),
};

export interface Program {
  readonly child: ChildProcess;
  /** Everything on the standard output so far, as soon as it contains the text; rejects if the program ends before. */
  said(text: string): Promise<string>;
  /** Its exit status, and the signal that ended it. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

let count = 0;

export async function startProgram(contents: string): Promise<Program> {
  const outfile = join(folder, `program-${++count}.mjs`);
  await build({
    stdin: { contents, loader: "ts", resolveDir: repository },
    plugins: [contractFromSources],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  const child = spawn(process.execPath, [outfile], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  let output = "";
  const watchers = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output += chunk;
    for (const look of watchers) look();
  });
  const ended = new Promise<Awaited<Program["ended"]>>((resolve) => {
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  const said = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (output.includes(text)) resolve(output);
      };
      watchers.add(look);
      look();
      void ended.then(() => reject(new Error(`ended without saying ${JSON.stringify(text)}: ${output}`)));
    });
  return { child, said, ended };
}
