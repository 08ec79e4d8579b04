/** Leagues of agents that are each started by a command: in processes of their own, on one data folder, with TLS. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { selfSigned } from "../../sdk/test/http/certificate.js";
import { newFolder } from "../../tools/gate/temporary-folder.js";
import type { Ended } from "../src/cli/cli-context.fixture.js";
import { LeagueProcess, league, start } from "./league-process.js";

const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describe("agents in separate processes", () => {
  const folder = newFolder();
  const data = join(folder, "data");
  let ended: readonly Ended[] = [];
  beforeAll(async () => {
    const here = (line: string, environment = {}) => LeagueProcess.start(line, { folder, environment });
    const all = "--data data --log-level debug";
    const manager = here(`manager --port 0 --players 3 --referees 1 --league-id league_7 ${all}`);
    const [, url = ""] = await manager.line(/listens at (\S+) and waits/);
    const agents = [
      here(`referee --league ${url} --name Solomon --max-matches 1 ${all}`),
      here(`player --league ${url} --name Alpha ${all}`),
      here(`player --league ${new URL(url).origin} --strategy pattern ${all}`, { LEAGUE_NAME: "Beta" }),
      here(`player --league ${url} --name Gamma --strategy frequency`),
    ];
    ended = await Promise.all([manager, ...agents].map((agent) => agent.ended));
  });

  it("play their league, end with status 0, and leave the files", () => {
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    for (const { stderr } of ended.slice(1)) expect(stderr).toMatch(/ends: the league is complete\n$/);

    expect(readdirSync(data).sort()).toEqual([
      "league.log.jsonl",
      "leagues",
      "logs",
      "matches",
      "players",
      "referees",
      "registrations",
      "registry.json",
      "rounds.json",
      "standings.json",
      "unreported",
    ]);
    // No agent had to reconnect.
    for (const kept of ["registrations", "unreported"]) expect(filesIn(join(data, kept))).toEqual([]);
    const { standings, ...league } = json(data, "standings.json");
    expect(league).toEqual({ league_id: "league_7", state: "LEAGUE_COMPLETE", rounds_completed: 3 });
    const { rounds } = json(data, "rounds.json");
    expect(rounds).toMatchObject([{ status: "COMPLETED" }, { status: "COMPLETED" }, { status: "COMPLETED" }]);
    const { players, referees } = json(data, "registry.json");
    expect(referees).toMatchObject([{ id: "REF01", display_name: "Solomon", max_concurrent_matches: 1 }]);
    const idOf = (name: string) =>
      players.find(({ display_name }: { display_name: string }) => display_name === name)?.id;
    expect(["Alpha", "Beta", "Gamma"].map(idOf).sort()).toEqual(["P01", "P02", "P03"]);

    const resultOf = (match_id: string) => json(data, "matches/league_7", `${match_id}.json`);
    for (const match_id of ["R1M1", "R2M1", "R3M1"]) {
      const record = json(data, "referees/REF01/matches/league_7", `${match_id}.json`);
      expect(record).toMatchObject({ match_id, league_id: "league_7", reported: true, referee_id: "REF01" });
      const { status, winner } = record.outcome;
      expect(resultOf(match_id)).toMatchObject({ match_id, status, winner });
      for (const type of ["GAME_INVITATION", "CHOOSE_PARITY_RESPONSE", "GAME_OVER", "MATCH_RESULT_ACK"])
        expect(record.transcript).toContainEqual(
          expect.objectContaining({ message: expect.objectContaining({ message_type: type }) }),
        );
    }

    const alpha = idOf("Alpha");
    const history = json(data, "players", alpha, "history.json");
    expect(history).toMatchObject({ player_id: alpha, display_name: "Alpha", statistics: { played: 2 } });
    const { wins, draws, points } = history.statistics;
    expect(standings).toContainEqual(
      expect.objectContaining({ player_id: alpha, played: 2, wins, draws, points }),
    );
    expect(history.matches).toHaveLength(2);
    for (const { match_id, drawn_number, my_choice } of history.matches)
      expect(resultOf(match_id)).toMatchObject({ drawn_number, choices: { [alpha]: my_choice } });
  });

  it("write logs of JSON lines with the fields of the contract, and no token anywhere", () => {
    const files = filesIn(data);
    const logs = files.filter((file) => file.endsWith(".log.jsonl"));
    expect(logs).toHaveLength(4);
    const [optional, always] = [
      ["message_type", "conversation_id", "data"],
      ["timestamp", "level", "agent_id", "message"],
    ];
    for (const log of logs) {
      const lines = readFileSync(log, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines.length).toBeGreaterThan(5);
      for (const line of lines) {
        expect(line).toMatchObject(Object.fromEntries(always.map((name) => [name, expect.any(String)])));
        expect(line.timestamp).toMatch(/Z$/);
        expect([...always, ...optional]).toEqual(expect.arrayContaining(Object.keys(line)));
      }
      const types = lines.map(({ message_type }) => message_type);
      expect(types.includes("GAME_OVER") || types.includes("ROUND_ANNOUNCEMENT")).toBe(true);
    }

    const everything = [
      ...files.map((file) => readFileSync(file, "utf8")),
      ...ended.flatMap(({ stdout, stderr }) => [stdout, stderr]),
    ];
    const tokens = /\b[0-9a-f]{32}\b/;
    for (const text of everything) expect(text).not.toMatch(tokens);
    expect(everything.join("")).toContain('"auth_token":"[redacted]"');
  });

  it("log to the standard output without a data folder", () => {
    const lines = ended[4]?.stdout.trimEnd().split("\n") ?? [];
    const first = { level: "info", message: expect.stringMatching(/registered/) };
    expect(JSON.parse(lines[0] ?? "")).toMatchObject(first);
    expect(ended.slice(0, 4).map(({ stdout }) => stdout)).toEqual(["", "", "", ""]);
  });
});

it("a league manager with --stay does not end, and still answers queries", async () => {
  const folder = newFolder();
  const manager = start("manager --port 0 --players 2 --referees 1 --stay", { folder });
  const [, url = ""] = await manager.line(/listens at (\S+) and waits/);
  const agents = ["referee --name R", "player --name A", "player --name B"].map((line) =>
    league(`${line} --league ${url}`, { folder }),
  );
  await Promise.all(agents);
  await manager.line(/the league manager stays/);
  const health = await fetch(new URL("/health", url));
  expect(await health.json()).toMatchObject({ role: "league_manager", state: "LEAGUE_COMPLETE" });
  manager.signal("SIGTERM");
  expect((await manager.ended).code).toBe(0);
});

/** A folder with a certificate for this machine, its key, and a secret. */
function deployment(): { folder: string; secure: string } {
  const folder = newFolder();
  const { key, cert } = selfSigned();
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "secret"), "a-secret-of-the-deployment\n", { mode: 0o600 });
  return {
    folder,
    secure: "--tls-key key.pem --tls-cert cert.pem --tls-ca cert.pem --bearer-file secret",
  };
}

describe("a league with TLS and a bearer secret", () => {
  it("is played by processes that have both, and refuses all other requests", async () => {
    const { folder, secure } = deployment();
    const manager = start(`manager --port 0 --players 2 --referees 1 ${secure}`, { folder });
    const [, url = ""] = await manager.line(/listens at (\S+) and waits/);
    expect(url).toMatch(/^https:/);

    const untrusting = await league(`player --name X --league ${url} --tls-ca cert.pem`, { folder });
    expect(untrusting.code).toBe(1);
    expect(untrusting.stderr).toMatch(/REGISTRATION_FAILED: .*401/);

    const members = ["referee --name R", "player --name A", "player --name B"].map((line) =>
      league(`${line} --league ${url} ${secure}`, { folder }),
    );
    for (const { code, stderr } of await Promise.all(members)) expect([code, stderr]).toEqual([0, stderr]);
    const { code, stdout, stderr } = await manager.ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain("a-secret-of-the-deployment");
  });
});
