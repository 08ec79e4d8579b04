/** The cost of a durable store: its matches against those in memory, and late matches against early ones. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLeague } from "@league-v2/agents";
import { MemoryStore, type Store } from "@league-v2/sdk/store";
import { inRounds } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Row, Section } from "../report/section.ts";
import { millisecondsOverHttp } from "./over-http.ts";
import { playNext, type Season, seasonWith } from "./season.ts";

export interface StoreSizes {
  readonly rounds: number;
  /** Of the leagues over HTTP. */
  readonly players: number;
  /** How many matches have been played already, the first is what the other is compared with. */
  readonly played: readonly [number, number];
  /** Matches that each round measures. */
  readonly matches: number;
}

/** A match may cost this many times one in memory. */
const DURABLE = 1.2;

/** A late match may cost this many times an early one. */
const MOST_GROWTH = 1.25;

export async function storeSections(sizes: StoreSizes): Promise<Section[]> {
  const folder = mkdtempSync(join(tmpdir(), "league-bench-"));
  try {
    let files = 0;
    const newStore = () => openSqlite(join(folder, `${++files}.sqlite`));
    return [await durability(sizes, newStore), await growth(sizes, newStore)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function durability({ rounds, players }: StoreSizes, newStore: () => Promise<Store>): Promise<Section> {
  const stores: Readonly<Record<string, () => Promise<Store>>> = {
    memory: async () => new MemoryStore(),
    "SQLite, synced": newStore,
  };
  const play = async (name: string) => millisecondsOverHttp(await (stores[name] ?? newStore)(), players);
  const [memory = "", sqlite = ""] = Object.keys(stores);
  await play(sqlite);
  const costs = await inRounds([memory, sqlite], rounds, play);
  return {
    id: "stores-http",
    title: `Stores: time for one match of a league of ${players} players over HTTP`,
    reference: memory,
    rows: [rowOf(memory, costs, memory), { ...rowOf(sqlite, costs, memory), aim: atMost(DURABLE) }],
    notes: [
      "A result is on the disk before it is acknowledged; agents, manager and store share one process.",
    ],
  };
}

async function growth(
  { rounds, played, matches }: StoreSizes,
  newStore: () => Promise<Store>,
): Promise<Section> {
  const seasons = new Map<string, Season>();
  for (const count of played) {
    seasons.set(
      nameOf(count),
      await seasonWith(await newStore(), playersFor(count + matches * rounds), count),
    );
  }
  const [early = "", late = ""] = seasons.keys();
  const costs = await inRounds([early, late], rounds, (name) =>
    millisecondsForOne(seasons.get(name), matches),
  );
  await Promise.all([...seasons.values()].map(({ store }) => store.close()));
  return {
    id: "stores-growth",
    title: "SQLite: what one match asks of the store, early and late in a season",
    reference: early,
    rows: [rowOf(early, costs, early), { ...rowOf(late, costs, early), aim: atMost(MOST_GROWTH) }],
    notes: ["Leased, its referee's token and right to report checked, recorded with both tallies, synced."],
  };
}

async function millisecondsForOne(season: Season | undefined, matches: number): Promise<number> {
  if (season === undefined) throw new RangeError("no such season");
  const begin = performance.now();
  for (let match = 0; match < matches; match++) await playNext(season);
  return (performance.now() - begin) / matches;
}

/** The smallest league that has this many matches. */
function playersFor(matches: number): number {
  return Math.ceil((1 + Math.sqrt(1 + 8 * matches)) / 2);
}

function rowOf(name: string, costs: ReadonlyMap<string, number[]>, reference: string): Row {
  const own = costs.get(name) ?? [];
  const { median: ratio, low, high } = ratioByRound(own, costs.get(reference) ?? []);
  const value = median(own);
  return { name, ratio, low, high, value, unit: "ms", remark: `${Math.round(1000 / value)} matches/s` };
}

function atMost(limit: number) {
  return { of: "ratio", at: "most", limit } as const;
}

function nameOf(played: number): string {
  return `after ${played.toLocaleString("en")} matches`;
}

async function openSqlite(file: string): Promise<Store> {
  const newLeagueId = () => "league_bench";
  const { store } = await openLeague({ kind: "sqlite", file }, { leagueId: undefined, newLeagueId });
  return store;
}
