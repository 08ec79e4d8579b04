/** Programs in processes of their own, on the sources, so that no test uses a stale build. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sources = ["--import", at("../../tools/gate/load-sources.mjs"), "--input-type=module"];

/** For an import in a program: the module of the SDK at this path, e.g. `node/index.ts`. */
export const sdkSource = (path: string) => JSON.stringify(at(`../src/${path}`));

/** The standard output of a program that ends by itself with status 0. */
export async function outputOf(program: string, flags: readonly string[] = []): Promise<string> {
  const args = [...flags, ...sources, "-e", program];
  return (await promisify(execFile)(process.execPath, args, { timeout: 100_000 })).stdout;
}
