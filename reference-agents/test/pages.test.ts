/** What the pages show works: commands, flags, variables, configuration files, games, strategies (IS 4.2.5), and RS, "Running the System". */
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import { newFolder } from "../../tools/gate/temporary-folder.js";
import { contextWith } from "../src/strategies/context.fixture.js";
import { loadStrategy } from "../src/strategies/load-strategy.js";
import { LeagueProcess, league, start } from "./league-process.js";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..");
const pages = readdirSync(join(root, "reference-agents", "docs"))
  .map((name) => `reference-agents/docs/${name}`)
  .concat("SECURITY.md");

const plan = join(newFolder(), "plan.json");
writeFileSync(
  plan,
  '{"seed":5,"managers":1,"players":2,"referees":1,"capacity":1,"latencyMs":3,"faults":[{"kind":"crash","agent":"referee-1","atMs":400,"downMs":50}]}',
);

interface Shown {
  readonly subcommand: string;
  readonly flags: readonly string[];
}

/** Every `league manager --port 8000 …` in the code blocks of a page; a backslash continues a line. */
function shown(page: string): Shown[] {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/\\\n\s*/g, "");
  return [
    ...text.matchAll(/(?:^|[`\s])league (manager|referee|player|mcp|play|tap|doctor)((?: [^\n`]*)?)/gm),
  ].map(([, subcommand = "", rest = ""]) => ({
    subcommand,
    flags: [...rest.replace(/#.*$/, "").matchAll(/ (--[a-z-]+)/g)].map(([, flag = ""]) => flag),
  }));
}

async function help(subcommand: string): Promise<string> {
  const { stdout } = await league(`${subcommand} --help`);
  return stdout;
}

describe("the pages for operators", () => {
  it.each(pages)("%s shows flags that the commands have", async (page) => {
    for (const { subcommand, flags } of shown(page)) {
      const text = await help(subcommand);
      for (const flag of flags) expect(text, `league ${subcommand} ${flag}`).toContain(flag);
    }
  });

  it("show commands", () => {
    expect(pages.flatMap(shown).filter(({ flags }) => flags.length > 0).length).toBeGreaterThanOrEqual(4);
  });

  it("name variables that the commands read", async () => {
    const text = (await Promise.all(["manager", "referee", "player", "play"].map(help))).join("\n");
    const own = /\bLEAGUE_(?!KILL|CRASH)[A-Z_]+\b/g;
    for (const page of pages)
      for (const [name] of readFileSync(join(root, page), "utf8").matchAll(own))
        expect(text, name).toContain(name);
  });

  it.each([
    ["fuzz", ["--help"]],
    ["simulate", ["--seeds", "1", "--faults", "crash,skew"]],
    ["simulate", ["--plan", plan, "--trace"]],
  ])("%s runs", async (name, flags) => {
    const main = join(root, "tools", name, "main.ts");
    const { stdout } = await run(process.execPath, [main, ...flags]);
    expect(stdout).not.toBe("");
  });
});

it("plays a league whose settings are in files of four levels", async () => {
  const folder = newFolder();
  const page = readFileSync(join(root, "reference-agents/docs/operations.md"), "utf8");
  const [, block = ""] = /## Configuration files[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];
  const lines = block
    .replace("8001", String(await freePort()))
    .trim()
    .split("\n");
  const referee = lines.pop() ?? "";
  execFileSync("bash", ["-c", lines.join("\n")], { cwd: folder });
  const port = await freePort();
  const here = { folder, environment: { LEAGUE_URL: `http://127.0.0.1:${port}` } };
  const manager = start(`manager --port ${port} --config system.json --config league.json`, here);
  const agents = [
    start(referee.replace(/^league /, ""), here),
    start("player --config system.json --name Alpha", here),
    start("player --name Beta", here),
  ];
  const ended = await Promise.all([manager, ...agents].map((agent) => agent.ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(ended[0]?.stderr).toMatch(/of "spring" listens at .* waits for 2 players and 1 referee/);
  expect(ended[1]?.stderr).toContain('referee "Solomon" is REF01');
  expect(readFileSync(join(folder, "league-data/logs/referee-Solomon.log.jsonl"), "utf8")).toContain("R1M1");
});

/** The ports of RS, each replaced by a free one. */
async function onFreePorts(...lines: string[]): Promise<string[]> {
  const ports = new Map<string, number>();
  for (const [port] of lines.join(" ").matchAll(/8[01]0\d/g))
    if (!ports.has(port)) ports.set(port, await freePort());
  return lines.map((line) => line.replace(/8[01]0\d/g, (port) => String(ports.get(port))));
}

const rsReferee = `{
  "host": "127.0.0.1",
  "port": 8001,
  "timeout": 30.0,
  "league_manager_url": "http://127.0.0.1:8000"
}`;
const rsPlayer = (port: number, name: string) =>
  `player --port ${port} --display-name ${name} --league-url http://127.0.0.1:8000`;

it.each([
  ["in three terminals, with an embedded referee", ["league_manager --port 8000"]],
  [
    "in four terminals",
    [
      "league_manager --port 8000 --use-external-referee",
      "referee --port 8001 --league-manager http://127.0.0.1:8000",
    ],
  ],
  [
    "with the referee.json of RS as it stands",
    ["manager --port 8000 --use-external-referee", "referee --config referee.json"],
  ],
])("play a league %s", async (_how, commands) => {
  const [config = "", ...lines] = await onFreePorts(
    rsReferee,
    ...commands,
    rsPlayer(8101, "Alpha"),
    rsPlayer(8102, "Beta"),
  );
  const folder = newFolder();
  writeFileSync(join(folder, "referee.json"), config);
  const [manager, ...agents] = await Promise.all(
    lines.map((line) => start(line, { folder, environment: { LEAGUE_LOG_LEVEL: "silent" } }).ended),
  );
  const shown = expect.stringContaining("waits for 2 players and 1 referee\n");
  expect(manager).toMatchObject({ code: 0, stderr: shown });
  const end = expect.stringMatching(/(REF01|P0[12]) ends: the league is complete\n$/);
  expect(agents).toEqual(agents.map(() => expect.objectContaining({ code: 0, stderr: end })));
});

it("ping a referee without a league", async () => {
  const [line = ""] = await onFreePorts("referee --port 8001 --no-register");
  const [, url = ""] = await start(line).line(/listens at (\S+) and belongs to no league/);
  const reply = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: {} }),
  });
  expect(await reply.json()).toEqual({ jsonrpc: "2.0", id: 1, result: { ok: true, message: "pong" } });
});

const oddsAndEvens = join(import.meta.dirname, "../examples/odds-and-evens.js");
const gamesPage = readFileSync(join(import.meta.dirname, "../docs/games.md"), "utf8");

describe("a referee whose rules cannot be loaded", () => {
  it.each(["./no-such-game.js", "chess"])("%s ends with GAME_RULES_LOAD_FAILED", async (game) => {
    const { code, stdout, stderr } = await league(
      `referee --name R --league http://127.0.0.1:9 --game ${game}`,
    );
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^GAME_RULES_LOAD_FAILED: the game "[^"]+" cannot be loaded: [^\n]+ Give --game [^\n]+\n$/,
    );
  });
});

describe("docs/games.md", () => {
  it("shows the module as it is, which has at most 150 lines", () => {
    const code = readFileSync(oddsAndEvens, "utf8");
    expect(gamesPage).toContain(`\`\`\`js\n${code}\`\`\``);
    expect(code.split("\n").length + gamesPage.split("\n").length).toBeLessThanOrEqual(150);
  });

  it("shows the commands of a league", async () => {
    const lines = [...(/```sh\n([\s\S]*?)```/.exec(gamesPage)?.[1]?.matchAll(/npx league (.*)/g) ?? [])].map(
      ([, line = ""]) => line,
    );
    const [port, folder] = [await freePort(), newFolder()];
    const here = (line: string) =>
      line.replaceAll("8000", String(port)).replace("./odds-and-evens.js", oddsAndEvens);
    const [first = "", ...others] = lines.map(here);
    const manager = start(first, { folder });
    await manager.line(/listens at/);
    const agents = others.map((line) => start(line, { folder }));
    const ended = await Promise.all([manager, ...agents].map((agent) => agent.ended));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  });
});

/** The first code block after a heading. */
function codeIn(page: string, heading: string): string {
  const text = readFileSync(join(root, page), "utf8");
  return /```[jt]s\n([\s\S]*?)```/.exec(text.slice(text.indexOf(`## ${heading}`)))?.[1] ?? "";
}

function fileWith(name: string, code: string): string {
  const path = join(newFolder(), name);
  writeFileSync(path, code);
  return path;
}

const askModel = codeIn("reference-agents/docs/strategies.md", "Ask a language model");
async function modelService(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`;
}

describe("a strategy that asks a language model", () => {
  it("plays a league, and the log has its reasons", async () => {
    const questions: string[] = [];
    const content = JSON.stringify({ choice: "odd", reason: "most name even" });
    const url = await modelService(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      questions.push(JSON.parse(body).messages[0].content);
      response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    });
    const path = fileWith("ask-model.js", askModel);
    const line = `play --players 3 --strategies ${path},random,random --data data`;
    const folder = newFolder();
    const { code, stderr } = await LeagueProcess.start(line, { folder, environment: { MODEL_URL: url } })
      .ended;
    expect([code, stderr]).toEqual([0, expect.not.stringContaining("fallback")]);
    const log = readFileSync(join(folder, "data/league.log.jsonl"), "utf8");
    expect(log).toMatch(/"agent_id":"P01".*"message":"chose odd against P0[23]: most name even"/);
    expect(questions).toHaveLength(2);
    expect(questions.at(-1)).toMatch(/You are P01, round [23].*Standings: 1\. P0[123] \d, 2\./s);
  });
});

it("a strategy that learns counters what it has seen, with its reason", async () => {
  const code = codeIn("tools/site/docs/recipes.md", "Train a model on the history");
  const { choose } = await loadStrategy(fileWith("learn.ts", code));
  const after = (field: readonly ("even" | "odd")[]) => choose(contextWith({ field }));
  expect(after(["even", "even", "odd", "even", "even", "even"])).toMatchObject({ choice: "odd" });
  expect(after(["odd", "odd", "even", "odd", "odd", "odd"])).toMatchObject({ choice: "even" });
  const alternating = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? "even" : "odd"));
  expect(after(alternating)).toEqual({
    choice: "odd",
    reason: "even is expected with 100 %",
  });
  expect(after(alternating.slice(1))).toMatchObject({ choice: "odd" });
  expect(after([...alternating, "even"])).toMatchObject({ choice: "even" });
});
