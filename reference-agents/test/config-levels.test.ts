/** The example of configuration files in docs/operations.md. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import { LeagueProcess, newFolder } from "./league-process.js";

const page = readFileSync(join(import.meta.dirname, "../docs/operations.md"), "utf8");
const [, block = ""] = /## Configuration files[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];

it("plays a league whose settings are in files of four levels", async () => {
  const folder = newFolder();
  const lines = block
    .replace("8001", String(await freePort()))
    .trim()
    .split("\n");
  const referee = lines.pop() ?? "";
  execFileSync("bash", ["-c", lines.join("\n")], { cwd: folder });
  const port = await freePort();
  const environment = { LEAGUE_URL: `http://127.0.0.1:${port}` };
  const start = (line: string) => LeagueProcess.start(line, { folder, environment });
  const manager = start(`manager --port ${port} --config system.json --config league.json`);
  const agents = [
    start(referee.replace(/^league /, "")),
    start("player --config system.json --name Alpha"),
    start("player --name Beta"),
  ];
  const ended = await Promise.all([manager, ...agents].map((agent) => agent.ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(ended[0]?.stderr).toMatch(/of "spring" listens at .* waits for 2 players and 1 referee/);
  expect(ended[1]?.stderr).toContain('referee "Solomon" is REF01');
  expect(readFileSync(join(folder, "league-data/logs/referee-Solomon.log.jsonl"), "utf8")).toContain("R1M1");
});
