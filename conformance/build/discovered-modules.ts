/**
 * For the bundle: replaces `src/discover.ts`, which reads folders, by a table of the modules that it would find. Each
 * folder becomes one chunk, loaded when its checks or mutants are asked for.
 */
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { discoveredFiles } from "../src/discovered-files.js";

const KINDS = ["checks", "mutants"];
const SIDES = ["transport", "player", "referee", "manager"];
const NAMESPACE = "discovered";

/** @param sources the folder `src`, absolute */
export function discoveredModules(sources: string): Plugin {
  return {
    name: "discovered-modules",
    setup(build) {
      const loader = "ts";
      build.onLoad({ filter: /[\\/]conformance[\\/]src[\\/]discover\.ts$/ }, () => ({
        contents: table(),
        loader,
        resolveDir: sources,
      }));
      build.onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path }) => ({
        path: path.slice(NAMESPACE.length + 1),
        namespace: NAMESPACE,
      }));
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: modulesIn(path, sources),
        loader,
        resolveDir: sources,
      }));
    },
  };
}

/** The module that stands for `src/discover.ts`. */
function table(): string {
  const folders = KINDS.flatMap((kind) => SIDES.map((side) => `${kind}/${side}`));
  return `
import { discoveredExports } from "./discovered.js";
const folders = {
${folders.map((folder) => `  "${folder}": () => import("${NAMESPACE}:${folder}"),`).join("\n")}
};
export async function discover(kind, side) {
  const { modules } = await folders[\`\${kind}/\${side}\`]();
  return discoveredExports(modules);
}`;
}

/** The module that stands for one folder, such as `checks/player`. */
function modulesIn(folder: string, sources: string): string {
  const files = discoveredFiles(`${join(sources, folder)}/`);
  const [, side] = folder.split("/");
  return [
    ...files.map((file, index) => `import * as module${index} from "./${folder}/${file}";`),
    "export const modules = [",
    ...files.map((file, index) => `  { file: "${side}/${file}", module: module${index} },`),
    "];",
  ].join("\n");
}
