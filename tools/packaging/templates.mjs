// Each template of `create-agent`, made and used in the project that has the tarballs installed: its dependencies are found there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** The scripts of the template that are run. The quick conformance run of the others takes longer and shows the same. */
const SCRIPTS = {
  player: ["types", "test", "conformance"],
  worker: ["types", "test"],
  referee: ["types", "test"],
  python: ["test", "conformance"],
};

/** A user's `npm install` brings them; here they are borrowed, as nothing of them is on trial. */
const BORROWED = ["typescript", "@types/node"];

/** @returns {Promise<string[]>} which script of which template fails */
export async function templateFaults(root, project) {
  const home = join(project, "templates");
  mkdirSync(join(home, "node_modules", "@types"), { recursive: true });
  mkdirSync(join(home, "node_modules", ".bin"));
  for (const name of BORROWED)
    symlinkSync(join(root, "node_modules", name), join(home, "node_modules", name));
  symlinkSync(
    join(root, "node_modules", "typescript", "bin", "tsc"),
    join(home, "node_modules", ".bin", "tsc"),
  );
  const faults = await Promise.all(Object.keys(SCRIPTS).map((template) => faultsOf(template, home)));
  return faults.flat();
}

async function faultsOf(template, home) {
  // The player is made with the `league` command, which must find the templates of the other package.
  const [program, ...first] = template === "player" ? ["league", "new"] : ["create-agent"];
  const made = await run("npx", [program, ...first, template, "--template", template, "--yes"], home);
  if (!made.ok) return [`${program} ${template} failed:`, ...made.output.split("\n")];
  for (const script of SCRIPTS[template]) {
    const { ok, output } = await run("npm", ["run", "--silent", script], join(home, template));
    if (!ok) return [`"npm run ${script}" of the template ${template} failed:`, ...output.split("\n")];
  }
  return [];
}

/** Side by side: the conformance runs mostly wait. */
async function run(command, args, cwd) {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const [code] = await once(child, "close");
  return { ok: code === 0, output: output.trim() };
}
