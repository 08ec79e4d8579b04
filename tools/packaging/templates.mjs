// Each template of `create-agent`, made and used in the project that has the tarballs installed: its dependencies are found there.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** An agent of the SDK is judged by the gate already: here by the checks of what the template has of its own. */
const GROUPS = {
  player: ["discovery"],
  referee: ["discovery"],
  worker: ["choice", "http", "limit"],
  python: ["choice"],
};

/** Node runs the scripts as npm does, from the same PATH; the start of npm takes longer than the tests of a template. */
const scriptsOf = (template) => [
  ["test"],
  ["conformance", "--", ...GROUPS[template].flatMap((group) => ["--group", group])],
];

/** What each program refuses in a few words, before it registers. */
const REFUSED = [
  [["--unknown"], /unknown/],
  [["--league", "foo"], /--league is ["']foo["']; it must be a URL such as /],
];

/** A user's `npm install` brings them; here they are linked from this repository, as they are not what is tested. */
const LINKED = "@types/node";

/** @returns {Promise<string[]>} which template cannot be made, which of their scripts fail, and what the compiler says */
export async function templateFaults(root, project) {
  const home = join(project, "templates");
  mkdirSync(join(home, "node_modules", "@types"), { recursive: true });
  symlinkSync(join(root, "node_modules", LINKED), join(home, "node_modules", LINKED));
  const faults = await Promise.all(Object.keys(GROUPS).map((template) => faultsOf(template, home)));
  return [...faults.flat(), ...(await typeFaults(root, home))];
}

async function faultsOf(template, home) {
  // The player is made with the `league` command, which must find the templates of the other package.
  const [program, ...first] = template === "player" ? ["league", "new"] : ["create-agent"];
  const bin = join(home, "..", "node_modules", ".bin", program);
  const made = await run(bin, [...first, template, "--template", template, "--yes"], home);
  if (!made.ok) return [`${program} ${template} failed:`, ...made.output.split("\n")];
  const { scripts } = JSON.parse(readFileSync(join(home, template, "package.json"), "utf8"));
  const onlyNpm = Object.keys(scripts).filter((name) => /^(pre|post)/.test(name));
  if (onlyNpm.length > 0) return [`Node does not run ${onlyNpm} of the template ${template}`];
  for (const [script, ...more] of scriptsOf(template)) {
    const { ok, output } = await run("node", ["--run", script, ...more], join(home, template));
    if (!ok) return [`the script ${script} of the template ${template} failed:`, ...output.split("\n")];
  }
  for (const [words, answer] of REFUSED) {
    const { ok, output } = await run("node", ["--run", "start", "--", ...words], join(home, template));
    if (ok || !answer.test(output) || /^ +at |Traceback/m.test(output))
      return [`${template} ${words.join(" ")} printed:`, ...output.split("\n")];
  }
  return [];
}

/** All of them are compiled at once: a separate compiler for each takes longer. The worker's options have the widest `lib`. */
async function typeFaults(root, home) {
  const settings = { extends: "./worker/tsconfig.json", include: ["player", "worker", "referee"] };
  writeFileSync(join(home, "tsconfig.json"), JSON.stringify(settings));
  const compiler = join(root, "tools", "build", "node_modules", "typescript", "bin", "tsc");
  const { ok, output } = await run("node", [compiler, "-p", "."], home);
  return ok ? [] : output.split("\n");
}

/** Asynchronous, so that the templates are tried side by side: their conformance runs mostly wait. */
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
