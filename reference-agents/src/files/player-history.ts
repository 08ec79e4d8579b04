/**
 * A player's history on disk: `players/<id>/history.json` (IS 4.2.6). Each league assigns its own ids, so a history belongs
 * to a display name: a player finds its history under any id, and never overwrites the history of another player.
 */
import { existsSync, readFileSync, renameSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type PlayedMatch, type Statistics, statisticsOf } from "@league-v2/sdk";
import { dataFault, isObject, reasonOf, safeName } from "./data-folder.js";
import type { WriteBehind } from "./write-behind.js";

export class PlayerHistory {
  /** The matches of earlier processes, oldest first. */
  readonly earlier: readonly PlayedMatch[];
  readonly #folder: string;
  readonly #displayName: string;
  readonly #files: WriteBehind;
  readonly #paths = new Map<string, string>();

  private constructor(
    folder: string,
    displayName: string,
    earlier: readonly PlayedMatch[],
    files: WriteBehind,
  ) {
    this.#folder = folder;
    this.#displayName = displayName;
    this.earlier = earlier;
    this.#files = files;
  }

  /**
   * The history of a player with all matches that are stored in this folder.
   * @throws StartupError DATA_INIT_FAILED for a damaged file
   */
  static async resume(folder: string, displayName: string, files: WriteBehind): Promise<PlayerHistory> {
    const own = (await findHistories(folder)).filter((history) => history.display_name === displayName);
    return new PlayerHistory(folder, displayName, merged(own), files);
  }

  /** The history of a player that has played no match yet. */
  static fresh(folder: string, displayName: string, files: WriteBehind): PlayerHistory {
    return new PlayerHistory(folder, displayName, [], files);
  }

  /** Queues a write of all matches of the player, whose current id is `player_id`; resolves when they are on the disk. */
  keep(player_id: string, matches: readonly PlayedMatch[]): Promise<void> {
    return this.#files.put(this.#pathFor(player_id), () => historyOf(player_id, this.#displayName, matches));
  }

  /** The path of the history; a file of another agent with this id is renamed. */
  #pathFor(player_id: string): string {
    const known = this.#paths.get(player_id);
    if (known !== undefined) return known;
    const home = join(this.#folder, "players", safeName(player_id));
    const path = join(home, "history.json");
    if (existsSync(path)) {
      const { display_name } = readHistory(path);
      if (display_name !== this.#displayName)
        renameSync(path, join(home, `history-${safeName(display_name)}.json`));
    }
    this.#paths.set(player_id, path);
    return path;
  }
}

function historyOf(player_id: string, display_name: string, matches: readonly PlayedMatch[]): HistoryFile {
  return { player_id, display_name, statistics: statisticsOf(matches), matches };
}

/**
 * Merges the files of one player under several ids: each later file repeats the matches of the earlier ones. Leagues with
 * the same id may follow each other, so the key of a match includes its time.
 */
function merged(histories: readonly HistoryFile[]): PlayedMatch[] {
  const byMatch = new Map(
    histories.flatMap(({ matches }) =>
      matches.map((match) => [`${match.league_id}/${match.match_id}/${match.at}`, match]),
    ),
  );
  return [...byMatch.values()].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

interface HistoryFile {
  readonly player_id: string;
  readonly display_name: string;
  readonly statistics: Statistics;
  /** Oldest first. */
  readonly matches: readonly PlayedMatch[];
}

const historyName = /^history.*\.json$/;

/** Every history in a data folder. @throws StartupError DATA_INIT_FAILED */
async function findHistories(folder: string): Promise<HistoryFile[]> {
  const players = join(folder, "players");
  const paths: string[] = [];
  for (const home of await namesIn(players)) {
    for (const name of await namesIn(join(players, home)))
      if (historyName.test(name)) paths.push(join(players, home, name));
  }
  return paths.map(readHistory);
}

/** A damaged file must not count as an empty history. @throws StartupError DATA_INIT_FAILED with the pointer of what is wrong */
function readHistory(path: string): HistoryFile {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw dataFault(`${path} cannot be read: ${reasonOf(error)}`, error);
  }
  const fault = faultIn(content);
  if (fault !== null) throw dataFault(`${path} is not a player's history: ${fault}`);
  return content as HistoryFile;
}

function faultIn(content: unknown): string | null {
  if (!isObject(content)) return "it is not an object";
  if (typeof content.player_id !== "string") return "/player_id must be a string";
  if (typeof content.display_name !== "string") return "/display_name must be a string";
  if (!Array.isArray(content.matches)) return "/matches must be an array";
  const faults = content.matches.map((match: unknown, index) => faultInMatch(match, `/matches/${index}`));
  return faults.find((fault) => fault !== null) ?? null;
}

const ends = ["win", "draw", "loss", "technical_loss"];

function faultInMatch(match: unknown, pointer: string): string | null {
  if (!isObject(match)) return `${pointer} must be an object`;
  for (const name of ["match_id", "at"])
    if (typeof match[name] !== "string") return `${pointer}/${name} must be a string`;
  if (typeof match.points !== "number") return `${pointer}/points must be a number`;
  if (!ends.includes(String(match.end))) return `${pointer}/end must be one of ${ends.join(", ")}`;
  for (const name of ["my_choice", "opponent_choice"]) {
    if (!["even", "odd", null].includes(match[name] as string | null))
      return `${pointer}/${name} must be even, odd or null`;
  }
  return null;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw dataFault(`${folder} cannot be read: ${reasonOf(error)}`, error);
  }
}
