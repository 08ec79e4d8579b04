/** A manager whose `league.sqlite` is damaged continues its league from the JSON files beside it (IS 2.5). */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../../tools/gate/free-port.js";
import { LeagueProcess, newFolder } from "./league-process.js";

it("plays on with the members that have registered before, and logs a critical line", async () => {
  const folder = newFolder();
  const port = await freePort();
  const manager = () =>
    LeagueProcess.start(`manager --port ${port} --players 3 --referees 1 --data data`, { folder });
  const member = (line: string) => LeagueProcess.start(`${line} --league http://127.0.0.1:${port}`);
  const first = manager();
  await first.line(/listens at/);
  const agents = [member("referee"), member("player --name Alpha"), member("player --name Beta")];
  await Promise.all(agents.map((agent) => agent.line(/ in league /)));
  first.signal("SIGTERM");
  await first.ended;

  const file = join(folder, "data", "league.sqlite");
  writeFileSync(file, readFileSync(file).fill(7, 0, 100));
  const again = manager();
  await again.line(/recovered 3 members and 0 results/);
  await again.line(/listens at/);
  agents.push(member("player --name Gamma"));
  const ended = await Promise.all([again, ...agents].map((agent) => agent.ended));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
  const log = readFileSync(join(folder, "data", "league.log.jsonl"), "utf8");
  const critical = log.split("\n").filter((line) => line.includes('"level":"critical"'));
  expect(critical.map((line) => JSON.parse(line).message)).toEqual([
    expect.stringMatching(/league\.sqlite is not a SQLite database; the JSON files beside it are read$/),
    expect.stringMatching(/^recovered 3 members/),
  ]);
});
