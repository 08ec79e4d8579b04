import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

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

/** A command of the README, on ports of this test's own, and with fewer seeds: other tests simulate many leagues. */
async function shell(command: string): Promise<string> {
  const elsewhere = command
    .replace(/\b8(0|1)(\d\d)\b/g, "2$1$2")
    .replace(/--seeds \d+/, "--seeds 10")
    .replace(/^npx /, "");
  const { stdout } = await run("bash", ["-c", elsewhere], options);
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
  const plays = commands.filter((command) => /^npx (league (play|simulate|new)|create-agent) /.test(command));
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
    expect(await shell(command)).not.toBe("");
  });

  it("play a league in separate processes, which end by themselves", async () => {
    const ends = processes.map((command) => shell(command));
    await Promise.all(ends);
    expect(processes.length).toBeGreaterThanOrEqual(4);
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
    writeFileSync(file, player.replace("8101", "22101").replace("8000", "22000"));
    const bin = join(root, "node_modules", ".bin", "league");
    const league = "http://127.0.0.1:22000/mcp";
    const manager = run(bin, ["manager", "--port", "22000", "--players", "2", "--referees", "1"], options);
    const others = [
      run(bin, ["referee", "--port", "22001", "--league", league, "--name", "Whistle"], options),
      run(bin, ["player", "--port", "22102", "--league", league, "--name", "Beta"], options),
    ];
    const own = spawn(process.execPath, [file], { ...options, stdio: "inherit" });
    const exit = new Promise((resolve) => own.on("exit", resolve));
    await Promise.all([manager, ...others]);
    expect(await exit).toBe(0);
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
