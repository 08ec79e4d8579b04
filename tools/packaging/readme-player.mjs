// The promise of the README: its ten lines of TypeScript are a player. A test of the repository plays with it; here it is compiled
// with the declarations of the tarballs, and their command plays a league.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./run.mjs";

/**
 * The strictest options of a user: all our types are checked, without those of Node. Only the
 * compiler's libraries are not checked.
 */
const compilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  skipDefaultLibCheck: true,
  types: [],
  target: "es2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  outDir: "out",
};

/** @returns {string[]} why the README's player does not compile, or the command does not play */
export function readmePlayerFaults(root, project) {
  writeFileSync(join(project, "player.ts"), playerOf(readFileSync(join(root, "README.md"), "utf8")));
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["player.ts"] }));
  const compiler = join(root, "tools", "build", "node_modules", "typescript", "bin", "tsc");
  const play = ["play", "--players", "2", "--referees", "1", "--data", "data"];
  return [
    run("node", [compiler, "-p", "."], { cwd: project }),
    run(join("node_modules", ".bin", "league"), play, { cwd: project }),
  ].flatMap(({ ok, output }) => (ok ? [] : output.split("\n")));
}

/** The README's first example that serves a player. */
function playerOf(readme) {
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code);
  const example = examples.find((code) => code.includes("serve(player"));
  if (example === undefined) throw new Error("README.md has no example that serves a player");
  return example;
}
