import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { LeagueProcess, mustBeBuilt, newFolder } from "./league-process.js";

beforeAll(mustBeBuilt);

const json = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

async function startManager(line: string, folder: string) {
  const manager = LeagueProcess.start(`manager --port 0 --data data ${line}`, { folder });
  const [, url] = await manager.line(/listens at (\S+) and waits/);
  return { manager, url: url ?? "" };
}

describe("agents in separate processes", () => {
  it("play their league, end with status 0, and leave the files", async () => {
    const folder = newFolder();
    const { manager, url } = await startManager(
      "--players 3 --referees 1 --league-id league_7 --log-level debug",
      folder,
    );
    const agents = [
      LeagueProcess.start(
        `referee --league ${url} --name Solomon --max-matches 1 --data data --log-level debug`,
        { folder },
      ),
      LeagueProcess.start(`player --league ${url} --name Alpha --data data --log-level debug`, { folder }),
      LeagueProcess.start(`player --league ${new URL(url).origin} --strategy pattern --data data`, {
        folder,
        environment: { LEAGUE_NAME: "Beta" },
      }),
      LeagueProcess.start(`player --league ${url} --name Gamma --strategy frequency`, { folder }),
    ];
    const ended = await Promise.all([manager, ...agents].map((agent) => agent.ended));
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0]);
    for (const { stderr } of ended.slice(1)) expect(stderr).toMatch(/ends: the league is complete\n$/);

    const data = join(folder, "data");
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
    const home = (folder: string) =>
      readdirSync(join(data, folder), { recursive: true, withFileTypes: true });
    for (const kept of ["registrations", "unreported"])
      expect(home(kept).filter((entry) => entry.isFile())).toEqual([]);
    const standings = json(data, "standings.json");
    expect(standings).toMatchObject({ league_id: "league_7", state: "LEAGUE_COMPLETE", rounds_completed: 3 });
    for (const row of standings.standings)
      expect(row).toMatchObject({ played: 2, points: 3 * row.wins + row.draws });

    const registry = json(data, "registry.json");
    expect(registry.referees).toMatchObject([
      { id: "REF01", display_name: "Solomon", max_concurrent_matches: 1 },
    ]);
    const names = registry.players.map((player: { display_name: string }) => player.display_name);
    expect(names.sort()).toEqual(["Alpha", "Beta", "Gamma"]);

    const { rounds } = json(data, "rounds.json");
    expect(rounds.map((round: { status: string }) => round.status)).toEqual([
      "COMPLETED",
      "COMPLETED",
      "COMPLETED",
    ]);
    for (const match_id of ["R1M1", "R2M1", "R3M1"]) {
      const result = json(data, "matches/league_7", `${match_id}.json`);
      const record = json(data, "referees/REF01/matches/league_7", `${match_id}.json`);
      expect(record).toMatchObject({ match_id, league_id: "league_7", reported: true, referee_id: "REF01" });
      expect(result).toMatchObject({
        match_id,
        status: record.outcome.status,
        winner: record.outcome.winner,
      });
      const types = record.transcript.map(
        (line: { message: { message_type: string } }) => line.message.message_type,
      );
      for (const type of ["GAME_INVITATION", "CHOOSE_PARITY_RESPONSE", "GAME_OVER", "MATCH_RESULT_ACK"]) {
        expect(types).toContain(type);
      }
    }

    const [alpha] = registry.players.filter(
      (player: { display_name: string }) => player.display_name === "Alpha",
    );
    const history = json(data, "players", alpha.id, "history.json");
    const row = standings.standings.find(
      (standing: { player_id: string }) => standing.player_id === alpha.id,
    );
    expect(history).toMatchObject({ player_id: alpha.id, display_name: "Alpha" });
    expect(history.statistics).toMatchObject({
      played: 2,
      wins: row.wins,
      draws: row.draws,
      points: row.points,
    });
    expect(history.matches).toHaveLength(2);
    for (const match of history.matches) {
      const result = json(data, "matches/league_7", `${match.match_id}.json`);
      expect(match).toMatchObject({ drawn_number: result.drawn_number, my_choice: result.choices[alpha.id] });
    }
  });

  it("write logs of JSON lines with the fields of the contract, and no token anywhere", async () => {
    const folder = newFolder();
    const { manager, url } = await startManager("--players 2 --referees 1 --log-level debug", folder);
    const agents = ["referee --name R", "player --name A", "player --name B"].map((line) =>
      LeagueProcess.start(`${line} --league ${url} --data data --log-level debug`, { folder }),
    );
    const loud = await Promise.all([manager, ...agents].map((agent) => agent.ended));

    const data = join(folder, "data");
    const files = readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const logs = files.filter((file) => file.endsWith(".log.jsonl"));
    expect(logs).toHaveLength(4);
    for (const log of logs) {
      const lines = readFileSync(log, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines.length).toBeGreaterThan(5);
      for (const line of lines) {
        expect(line).toMatchObject({
          timestamp: expect.stringMatching(/Z$/),
          level: expect.any(String),
          agent_id: expect.any(String),
          message: expect.any(String),
        });
        const known = [
          "timestamp",
          "level",
          "agent_id",
          "message",
          "message_type",
          "conversation_id",
          "data",
        ];
        expect(Object.keys(line).filter((name) => !known.includes(name))).toEqual([]);
      }
      expect(
        lines.some((line) => line.message_type === "GAME_OVER" || line.message_type === "ROUND_ANNOUNCEMENT"),
      ).toBe(true);
    }

    const everything = [
      ...files.map((file) => readFileSync(file, "utf8")),
      ...loud.flatMap(({ stdout, stderr }) => [stdout, stderr]),
    ];
    const tokens = /\b[0-9a-f]{32}\b/;
    for (const text of everything) expect(text).not.toMatch(tokens);
    expect(everything.join("")).toContain('"auth_token":"[redacted]"');
  });

  it("log to the standard output without a data folder", async () => {
    const manager = LeagueProcess.start("manager --port 0 --players 2 --referees 1");
    const [, url] = await manager.line(/listens at (\S+) and waits/);
    const agents = ["referee --name R", "player --name A", "player --name B"].map((line) =>
      LeagueProcess.start(`${line} --league ${url}`),
    );
    for (const { stdout } of await Promise.all([manager, ...agents].map((agent) => agent.ended))) {
      const lines = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines[0]).toMatchObject({ level: "info", message: expect.stringMatching(/registered/) });
    }
  });

  it("continue their history in the next league", async () => {
    const folder = newFolder();
    for (const played of [1, 2]) {
      const { manager, url } = await startManager("--players 2 --referees 1", folder);
      const alpha = LeagueProcess.start(`player --league ${url} --name Alpha --data data`, { folder });
      await alpha.line(/is P01 in league/);
      const others = ["referee --name R", "player --name B"].map((line) =>
        LeagueProcess.start(`${line} --league ${url}`, { folder }),
      );
      await Promise.all([manager, alpha, ...others].map((agent) => agent.ended));
      expect(json(folder, "data/players/P01/history.json").statistics.played).toBe(played);
    }
  });

  it("do not end with --stay, and still answer queries", async () => {
    const folder = newFolder();
    const { manager, url } = await startManager("--players 2 --referees 1 --stay", folder);
    const agents = ["referee --name R", "player --name A", "player --name B"].map((line) =>
      LeagueProcess.start(`${line} --league ${url}`, { folder }),
    );
    await Promise.all(agents.map((agent) => agent.ended));
    await manager.line(/the league manager stays/);
    const health = await fetch(new URL("/health", url));
    expect(await health.json()).toMatchObject({ role: "league_manager", state: "LEAGUE_COMPLETE" });
    manager.signal("SIGTERM");
    expect((await manager.ended).code).toBe(0);
  });
});
