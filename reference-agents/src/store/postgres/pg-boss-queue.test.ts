import type { MatchQueue } from "@league-v2/sdk/store";
import { afterAll, beforeAll, expect, it } from "vitest";
import { latch } from "../../cli/cli-context.js";
import { openBossQueue } from "./pg-boss-queue.js";
import { type PostgresServer, startPostgres } from "./postgres-server.fixture.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.close());

let leagues = 0;
const openAs = (leagueId: string) => openBossQueue({ url: server.url, leagueId });
const newLeague = () => `league:${++leagues}`;

/** Serves until all of the matches were played; `play` is called for each delivery. */
async function serveUntil(
  queue: MatchQueue,
  matches: readonly string[],
  play: (match_id: string) => Promise<void> = async () => {},
): Promise<string[]> {
  const played: string[] = [];
  const { opened: all, open: resolve } = latch();
  const end = queue.serve(async (match_id) => {
    played.push(match_id);
    await play(match_id);
    if (matches.every((one) => played.includes(one))) resolve();
  });
  await all;
  await end();
  return played;
}

const many = Array.from({ length: 50 }, (_, index) => `R1M${index + 1}`);

it("delivers every match once to one of the workers, although it was added twice", async () => {
  const league = newLeague();
  const [one, other] = [await openAs(league), await openAs(league)];
  await one.put(many);
  await other.put(many);
  const played = new Set<string>();
  const { opened: all, open: resolve } = latch();
  let calls = 0;
  const play = async (match_id: string) => {
    calls += 1;
    played.add(match_id);
    if (played.size === many.length) resolve();
  };
  const ends = [one.serve(play), other.serve(play)];
  await all;
  await Promise.all(ends.map((end) => end()));
  expect([played.size, calls]).toEqual([many.length, many.length]);
});

it("ignores a match that is added while it is under way", async () => {
  const queue = await openAs(newLeague());
  await queue.put(["R1M1"]);
  const played = await serveUntil(queue, ["R1M1", "R1M2"], async (match_id) => {
    if (match_id === "R1M1") await queue.put(["R1M1", "R1M2"]);
  });
  expect(played).toEqual(["R1M1", "R1M2"]);
});

it("delivers a match again only if its play failed", async () => {
  const queue = await openAs(newLeague());
  let failures = 0;
  await queue.put(["R1M1", "R1M2"]);
  const { opened: again, open: resolve } = latch();
  const calls: string[] = [];
  const end = queue.serve(async (match_id) => {
    calls.push(match_id);
    if (match_id === "R1M2" && ++failures === 1) throw new Error("the store failed");
    if (failures === 2) resolve();
  });
  await again;
  await end();
  expect(calls.sort()).toEqual(["R1M1", "R1M2", "R1M2"]);
});

it("keeps leagues apart", async () => {
  const [one, other] = [await openAs(newLeague()), await openAs(newLeague())];
  await one.put(["R1M1"]);
  await other.put(["R1M2"]);
  expect(await Promise.all([serveUntil(one, ["R1M1"]), serveUntil(other, ["R1M2"])])).toEqual([
    ["R1M1"],
    ["R1M2"],
  ]);
});
