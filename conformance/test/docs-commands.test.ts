/** Every command on the pages is run, with the suite's small test checks, against the worked example. `command.test.ts` has a form to derive. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newFolder } from "../../tools/gate/temporary-folder.js";
import { splitCommandLine } from "../src/subject/command-line.js";
import { realEnvironment } from "../src/wire/environment.js";
import { testChecks } from "./in-memory-run.js";
import { joinsLate } from "./injected.js";
import { listening, Processes } from "./processes.js";
import { runProgram } from "./run-program.js";

const root = join(import.meta.dirname, "..");
const folder = newFolder();
const player = join(root, "examples", "player.py");
const plain = join(root, "test", "foreign", "agent.py");
const processes = new Processes();

afterAll(() => {
  processes.endAll();
});

const pages = [
  "README.md",
  ...readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Commands in fences and in the text, without trailing remarks. Commands in quoted reports are not included. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/```text\n[\s\S]*?```/g, "");
  const lines = text.replaceAll(/\\\n\s*/g, "").split("\n");
  const fenced = lines.map((line) => /^\s*(?:npx )?(league-conformance .*)$/.exec(line)?.[1]);
  const inline = [...text.matchAll(/`(?:npx )?(league-conformance [^`]+)`/g)].map(([, command]) => command);
  return [...fenced, ...inline].flatMap((one) => (one === undefined ? [] : [one.replace(/\s+#.*$/, "")]));
}

/** The small test checks are about players. Commands for the other examples are run by `python-examples.test.ts`. */
const isForPlayers = (command: string) => !/(referee|manager)\.py/.test(command);

const shown = [...new Set(pages.flatMap(commandsOf).filter(isForPlayers))];

/** Files that the pages mention: profiles, and reports or records of earlier runs. */
beforeAll(async () => {
  const [, proposed = ""] =
    /```json\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/wire-forms.md"), "utf8")) ?? [];
  writeFileSync(join(folder, "own.wire.json"), proposed);
  writeFileSync(join(folder, "ours.wire.json"), proposed);
  const { code } = await suite([
    "player",
    "--command",
    `python3 '${player}' --port {port} --league {league}`,
    "--json",
    join(folder, "tap.json"),
  ]);
  // Exit status 4: a busy machine leaves some checks undecided.
  expect([0, 4]).toContain(code);
  for (const name of ["before.json", "after.json"])
    copyFileSync(join(folder, "tap.json"), join(folder, name));
}, 60_000);

const kept =
  /^(\.\/)?((conformance|tap|before|after|ours\.wire|own\.wire)\.(json|xml|md|html)|kill-matrix\.json|report\..*)$/;

/** The command with the worked examples as agents, and with files in a temporary folder. */
async function here(command: string): Promise<string[]> {
  const examples = command
    .replaceAll(/python3? player\.py/g, `python3 '${player}'`)
    .replaceAll("python3 agent.py", `python3 '${plain}'`)
    .replace(/--url URL$/, "--url http://127.0.0.1:8101/mcp");
  const args = splitCommandLine(examples)
    .slice(1)
    .map((word) => {
      if (kept.test(word)) return join(folder, word);
      return word === "./my-agents.yaml" ? join(root, "profiles", "example-custom.yaml") : word;
    });
  if (!args.some((word) => word.includes("127.0.0.1:8101"))) return args;
  const environment = realEnvironment(1);
  const [port, league] = [await environment.freePort(), await environment.freePort()];
  const address = `http://127.0.0.1:${league}/mcp`;
  processes.start(["python3", player, "--port", String(port), "--league", address], folder);
  await listening(port);
  const moved = args.map((word) => word.replace("127.0.0.1:8101", `127.0.0.1:${port}`));
  return isRole(args[0]) ? [...moved, "--listen-league", String(league)] : moved;
}

const isRole = (word: string | undefined) => ["player", "referee", "manager"].includes(word ?? "");

const late = joinsLate(6_000);

const suite = (args: readonly string[]) =>
  runProgram(args, { checks: testChecks, mutants: async () => [late] });

test("the pages show commands", () => {
  expect(shown.length).toBeGreaterThan(6);
});

test.each(shown)("%s", { timeout: 60_000 }, async (command) => {
  const { code, out, error } = await suite(await here(command));
  // Commands may fail that need all checks, or a profile of another agent.
  const gated = /self-test|--min-coverage|--wire (\.\/|flat)|replay/.test(command);
  expect([0, ...(gated ? [1, 4] : [])], out + error).toContain(code);
});
