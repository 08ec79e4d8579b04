/** A league whose SQLite file is damaged, from the JSON files beside it (IS 2.5). */
import { readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { secureRandom } from "@league-v2/sdk";
import type { LeagueState, Pairing, RecordedResult } from "@league-v2/sdk/store";
import { isObject, readJson, safeName } from "../../files/index.js";
import type { SavedMember } from "../members.js";
import { openSqlite } from "./open-sqlite.js";

export interface Recovered {
  readonly members: number;
  readonly results: number;
  /** Where the damaged file is now. */
  readonly damaged: string;
}

/** The parts of a database in WAL mode: none of them belongs to a new file of the same name. */
const parts = ["", "-wal", "-shm"];

/**
 * Reads `members.json`, `rounds.json` and `matches/`, writes a new store, and keeps the damaged one beside it.
 * @param now milliseconds since the epoch, for the name of the damaged file
 * @throws any error of the files, which are then unchanged
 */
export async function recoverSqlite(file: string, now: number): Promise<Recovered> {
  const folder = dirname(file);
  const { league_id, members } = await content<{ members: SavedMember[] }>(folder, "members.json");
  const begun = await content<SavedRounds>(folder, "rounds.json").catch(() => null);
  const results = await resultsIn(join(folder, "matches", safeName(league_id)));
  const fresh = `${file}.recovered`;
  await Promise.all(parts.map((part) => rm(`${fresh}${part}`, { force: true })));
  const store = await openSqlite({ file: fresh, leagueId: league_id, newLeagueId: () => league_id });
  try {
    for (const { token_hashes, ...member } of members) {
      // The first token is one that no agent has.
      await store.admit(() => ({ member, token: Buffer.from(secureRandom.bytes(16)).toString("hex") }));
      for (const hash of token_hashes) await store.addHash(member.id, hash);
    }
    if (begun?.league_id === league_id) await restoreRounds(store, begun);
    for (const result of results) await store.record(result);
  } finally {
    await store.close();
  }
  const damaged = `${file}.damaged-${now}`;
  for (const part of parts) await rename(`${file}${part}`, `${damaged}${part}`).catch(unlessMissing);
  await rename(fresh, file);
  return { members: members.length, results: results.length, damaged };
}

interface SavedRounds {
  readonly state: LeagueState;
  readonly rounds: readonly {
    readonly round_id: number;
    readonly status: string;
    readonly matches: readonly Omit<Pairing, "round_id">[];
  }[];
}

async function restoreRounds(
  store: Awaited<ReturnType<typeof openSqlite>>,
  { state, rounds }: SavedRounds,
): Promise<void> {
  if (rounds.length === 0) return;
  const schedule = rounds.map(({ round_id, matches }) => ({
    round_id,
    matches: matches.map(({ match_id, game_type, player_A_id, player_B_id, referee_id }) => {
      return { match_id, round_id, game_type, player_A_id, player_B_id, referee_id };
    }),
  }));
  await store.begin(() => ({ rounds: schedule }));
  const complete = rounds.filter(({ status }) => status === "COMPLETED").map(({ round_id }) => round_id);
  if (complete.length > 0) await store.completeRound(Math.max(...complete));
  await store.moveTo(state);
}

async function content<T>(folder: string, name: string): Promise<T & { readonly league_id: string }> {
  const read = await readJson(join(folder, name));
  if (!isObject(read) || typeof read.league_id !== "string") throw new Error(`${name} has no league`);
  return read as T & { readonly league_id: string };
}

async function resultsIn(folder: string): Promise<RecordedResult[]> {
  const names = await readdir(folder).catch(() => []);
  const read = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => content<RecordedResult>(folder, name)),
  );
  return read.map(({ league_id: _, ...result }) => result);
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
