/**
 * A referee or a player that is killed in the middle of its league and restarted: no result is lost and none is
 * recorded twice. `LEAGUE_CRASHES=200` plays this many leagues for each role.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createLeagueManager,
  createPlayer,
  createReferee,
  type LeagueEvent,
  type PlayedMatch,
  type RunningAgent,
  seededRandom,
} from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import type { RecordedResult } from "@league-v2/sdk/store";
import { describe, expect, it } from "vitest";
import { newFolder } from "../../../tools/gate/temporary-folder.js";
import { RestartingAgent } from "../league-process.js";
import { TrafficLog } from "./evidence.js";

const leagues = Number(process.env.LEAGUE_CRASHES ?? 1);
const seeds = Array.from({ length: leagues }, (_, seed) => seed);
const killsPerLeague = 3;
/** A little less than the number of message steps in the shortest league of three players. */
const pointsPerLeague = 200;
const perLeagueMs = 90_000;

interface PlayedLeague {
  readonly results: readonly RecordedResult[];
  readonly standings: readonly {
    readonly player_id: string;
    readonly played: number;
    readonly points: number;
  }[];
  /** The messages that the players in this process have received, by display name. */
  readonly histories: ReadonlyMap<string, readonly PlayedMatch[]>;
  /** Of all processes of the killed agent. */
  readonly output: string;
  readonly data: string;
}

/** Plays a league of three players and one referee; the agent of this role with the name "Killable" is killed. */
async function leagueOf(role: "referee" | "player", seed: number): Promise<PlayedLeague> {
  const random = seededRandom(`crash/${role}/${seed}`);
  const chosen = Array.from({ length: killsPerLeague }, () => 1 + random.below(pointsPerLeague));
  let killed: RestartingAgent | undefined;
  let isOver = false;
  const traffic = new TrafficLog(() => {
    if (chosen.includes(traffic.moments) && !isOver) killed?.kill();
  });
  const results: RecordedResult[] = [];
  const onEvent = (event: LeagueEvent) =>
    void (event.type === "result_recorded" && results.push(event.result));
  const manager = await serve(traffic.watch(createLeagueManager({ players: 3, referees: 1, onEvent })), {
    closeOnSignal: false,
  });
  const folder = newFolder();
  const line = `${role} --name Killable --data data --league ${manager.url}`;
  killed = new RestartingAgent(line, { folder });

  const histories = new Map<string, readonly PlayedMatch[]>();
  const player = (displayName: string) =>
    createPlayer({
      displayName,
      choose: () => (random.below(2) === 0 ? "even" : "odd"),
      onMatch: (_match, all) => void histories.set(displayName, [...all]),
    });
  const others =
    role === "referee"
      ? ["A", "B", "C"].map(player)
      : [createReferee({ displayName: "R" }), ...["A", "B"].map(player)];
  const open: Served<RunningAgent>[] = [];
  try {
    for (const agent of others) {
      const options = { league: manager.url, closeOnSignal: false };
      open.push(await serve(traffic.watch(agent), options));
    }
    const { standings } = await manager.agent.ended;
    isOver = true;
    await manager.agent.shutDownAgents("the league is complete");
    await killed.over;
    return { results, standings, histories, output: killed.output, data: join(folder, "data") };
  } finally {
    for (const one of [...open, manager]) await one.close();
  }
}

/** Each pair has met once, each player has received its results, and no file contains a token. */
function expectSound({ results, standings, histories, output, data }: PlayedLeague, ends: RegExp): void {
  expect(results.map(({ match_id }) => match_id).sort()).toEqual(["R1M1", "R2M1", "R3M1"]);
  expect(standings.map(({ played }) => played)).toEqual([2, 2, 2]);
  for (const { referee_id, status } of results)
    expect([referee_id, status]).toEqual(["REF01", expect.stringMatching(ends)]);
  for (const matches of histories.values()) expectToAgree(matches, results);
  const token = /\b[0-9a-f]{32}\b/;
  expect(output).not.toMatch(token);
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name), "utf8")).not.toMatch(token);
}

function expectToAgree(matches: readonly PlayedMatch[], results: readonly RecordedResult[]): void {
  expect(new Set(matches.map(({ match_id }) => match_id)).size).toBe(matches.length);
  for (const { match_id, player_id, points, drawn_number } of matches) {
    const result = results.find((one) => one.match_id === match_id);
    expect([points, drawn_number]).toEqual([result?.score[player_id], result?.drawn_number]);
  }
}

describe("kill -9 of an agent at any point of a league over HTTP", () => {
  it.each(seeds)("loses no match of a referee (%i)", { timeout: perLeagueMs }, async (seed) => {
    const league = await leagueOf("referee", seed);
    expectSound(league, /^(WIN|DRAW)$/);
    expect([...league.histories.values()].map((matches) => matches.length)).toEqual([2, 2, 2]);
  });

  it.each(seeds)(
    "loses no match whose end a player has acknowledged (%i)",
    { timeout: perLeagueMs },
    async (seed) => {
      const league = await leagueOf("player", seed);
      // On a busy machine a player may restart after its last deadline: it loses that match, in all records alike.
      expectSound(league, /^(WIN|DRAW|TECHNICAL_LOSS)$/);
      const row = league.standings.find(({ player_id }) => player_id === idOf(league));
      const history = JSON.parse(
        readFileSync(join(league.data, "players", idOf(league), "history.json"), "utf8"),
      );
      expectToAgree(history.matches, league.results);
      expect(history.statistics).toMatchObject({ played: 2, points: row?.points });
    },
  );
});

/** Every process has the same id. */
function idOf({ output }: PlayedLeague): string {
  const ids = new Set([...output.matchAll(/"Killable" is (\S+) in league/g)].map(([, id = ""]) => id));
  expect(ids.size).toBe(1);
  return [...ids].join();
}
