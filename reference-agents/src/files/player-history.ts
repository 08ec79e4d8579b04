/**
 * A player's history on disk: `players/<id>/history.json` (IS 4.2.6). Each league assigns its own ids, so a history belongs
 * to a display name: a player finds its history under any id, and never overwrites the history of another player.
 */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type PlayedMatch, statisticsOf } from "@league-v2/sdk";
import { findHistories, type HistoryFile, readHistory } from "./read-history.js";
import { safeName } from "./safe-name.js";
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
