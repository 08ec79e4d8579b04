import { type ExecFileOptions, execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { freePort } from "../free-port.js";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..", "..");
const page = (path: string) => readFileSync(join(root, path), "utf8");
const blocks = (language: string, path = "README.md") =>
  [...page(path).matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, body]) => body ?? "",
  );
const commands = blocks("sh").flatMap((block) => block.trim().split("\n"));

/** Inside of the repository, so that imports find the workspace's packages. */
mkdirSync(join(root, ".vitest"), { recursive: true });
const scratch = mkdtempSync(join(root, ".vitest", "readme-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const path = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
const options = { cwd: scratch, env: { ...process.env, PATH: path } };

const documented = /\b8[01]\d\d\b/g;

/** The same texts with free ports in place of those of the documents, which other programs may have. */
async function onFreePorts(...texts: string[]): Promise<string[]> {
  const ports = new Map<string, string>();
  for (const [port] of texts.join(" ").matchAll(documented))
    if (!ports.has(port)) ports.set(port, String(await freePort()));
  return texts.map((text) => text.replace(documented, (port) => ports.get(port) ?? port));
}

/** A command of the README, without the start of npm, and with fewer seeds: other tests simulate many leagues. */
async function shell(command: string, around: ExecFileOptions = options): Promise<string> {
  const direct = command.replace(/^npx /, "").replace(/^npm run (\w+)/, "node --run $1");
  const shorter = direct.replace(/--seeds \d+/, "--seeds 10");
  const { stdout } = await run("bash", ["-c", shorter], { ...around, encoding: "utf8" });
  return stdout;
}

/** By how they begin, the commands that another part of the gate runs. */
const ranElsewhere = [
  "npm ci && npm start",
  "npm test",
  "npm run generate",
  "npm run site",
  "npx league-conformance player",
];

describe("the README's commands", () => {
  const plays = commands.filter((command) =>
    /^(npx (league (play|new)|create-agent)|npm run simulate) /.test(command),
  );
  const processes = commands.filter((command) => /^npx league (manager|referee|player) /.test(command));

  it("are all known to a test", () => {
    const known = [...plays, ...processes];
    const others = commands.filter((command) => !known.includes(command));
    for (const command of others) {
      expect(
        ranElsewhere.some((start) => command.startsWith(start)),
        command,
      ).toBe(true);
    }
  });

  it.each(plays)("%s", async (command) => {
    const [elsewhere = ""] = await onFreePorts(command);
    expect(await shell(elsewhere)).not.toBe("");
  });

  it("play a league in separate processes, which end by themselves", async () => {
    expect(processes.length).toBeGreaterThanOrEqual(4);
    const stop = new AbortController();
    const around = { ...options, cwd: mkdtempSync(join(scratch, "league-")), signal: stop.signal };
    try {
      await Promise.all((await onFreePorts(...processes)).map((command) => shell(command, around)));
    } finally {
      // A second try must not find the processes of a failed one.
      stop.abort();
    }
  });
});

describe("the README's code", () => {
  const [player = "", league = ""] = blocks("ts");

  it("plays a league in memory", async () => {
    const file = join(scratch, "league.mts");
    writeFileSync(
      file,
      `${league}\nconsole.log(JSON.stringify({ champion, played: standings.map((row) => row.played) }));\n`,
    );
    const { stdout } = await run(process.execPath, [file], options);
    const { champion, played } = JSON.parse(stdout);
    expect(champion.player_id).toMatch(/^P0[1-4]$/);
    expect(played).toEqual([3, 3, 3, 3]);
  });

  it("is a player that registers and plays", async () => {
    const file = join(scratch, "player.mts");
    const [code = "", ...lines] = await onFreePorts(
      player,
      "manager --port 8000 --players 2 --referees 1",
      "referee --port 8001 --league http://127.0.0.1:8000/mcp --name Whistle",
      "player --port 8102 --league http://127.0.0.1:8000/mcp --name Beta",
    );
    writeFileSync(file, code);
    const stop = new AbortController();
    const around = { ...options, signal: stop.signal };
    const bin = join(root, "node_modules", ".bin", "league");
    const others = lines.map((line) => run(bin, line.split(" "), around));
    const own = spawn(process.execPath, [file], { ...options, stdio: "inherit" });
    const exit = new Promise((resolve) => own.on("exit", resolve));
    try {
      await Promise.all(others);
      expect(await exit).toBe(0);
    } finally {
      stop.abort();
      own.kill();
    }
  });
});

describe("the SDK's README", () => {
  const [, sleepy = ""] = blocks("ts", "sdk/README.md");

  it("lets a hanging strategy play on", async () => {
    const file = join(scratch, "sleepy.mts");
    writeFileSync(file, `${sleepy}\nconsole.log(JSON.stringify(standings.map((row) => row.played)));\n`);
    const { stdout } = await run(process.execPath, [file], options);
    expect(JSON.parse(stdout)).toEqual([1, 1]);
  });
});
