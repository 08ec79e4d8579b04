/** The referee's files: each match with its full transcript (contract 9), and the matches that its league has not received. */

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { MatchRecord } from "@league-v2/sdk";
import { writeAtomically } from "@league-v2/sdk/node";
import type { FinishedMatch, MatchJournal, TakenMatch } from "@league-v2/sdk/store";
import { areTexts, dataFault, isObject, readJson, reasonOf, safeName } from "./data-folder.js";
import type { WriteBehind } from "./write-behind.js";

/** Writes `referees/<id>/matches/<league>/<match>.json`, so that agents may share one folder. */
export function refereeFiles(folder: string, files: WriteBehind): (record: MatchRecord) => Promise<void> {
  return (record) => {
    const { referee_id, league_id, match_id } = record;
    const path = join(
      folder,
      "referees",
      safeName(referee_id),
      "matches",
      safeName(league_id),
      `${safeName(match_id)}.json`,
    );
    return files.put(path, () => record);
  };
}

/** `unreported/<referee>/<league>/<match>.json`: matches of a referee whose result its league has not received. */
export class JournalFiles implements MatchJournal {
  readonly #home: string;

  /** @param name the referee's display name: agents may share one folder */
  constructor(folder: string, name: string) {
    this.#home = join(folder, "unreported", safeName(name));
  }

  /** @throws StartupError DATA_INIT_FAILED for a damaged file */
  async load(): Promise<readonly (TakenMatch | FinishedMatch)[]> {
    const paths = (await this.#files()).filter((path) => path.endsWith(".json")).sort();
    return Promise.all(paths.map(readMatch));
  }

  async keep(match: TakenMatch | FinishedMatch): Promise<void> {
    await writeAtomically(this.#pathOf(match), `${JSON.stringify(match, null, 2)}\n`);
  }

  async remove(match: Pick<TakenMatch, "league_id" | "match_id">): Promise<void> {
    await rm(this.#pathOf(match), { force: true });
  }

  async clear(): Promise<void> {
    await rm(this.#home, { recursive: true, force: true });
  }

  #pathOf({ league_id, match_id }: Pick<TakenMatch, "league_id" | "match_id">): string {
    return join(this.#home, safeName(league_id), `${safeName(match_id)}.json`);
  }

  async #files(): Promise<string[]> {
    try {
      const entries = await readdir(this.#home, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw dataFault(`${this.#home} cannot be read: ${reasonOf(error)}`, error);
    }
  }
}

const endpoints = ["player_A_endpoint", "player_B_endpoint"];
const texts = ["league_id", "match_id", "game_type", "player_A_id", "player_B_id", ...endpoints];

async function readMatch(path: string): Promise<TakenMatch | FinishedMatch> {
  const content = await readJson(path);
  if (isTaken(content) && (!("outcome" in content) || isFinished(content))) return content;
  throw dataFault(`${path} is not a kept match; without the file it is played again`);
}

function isTaken(content: unknown): content is TakenMatch {
  return isObject(content) && areTexts(content, texts) && typeof content.taken_at === "number";
}

function isFinished(content: object): content is FinishedMatch {
  if (!isObject(content) || !areTexts(content, ["conversation_id", "started_at"])) return false;
  const { outcome, states, transcript } = content;
  return (
    Array.isArray(states) &&
    Array.isArray(transcript) &&
    isObject(outcome) &&
    isObject(outcome.choices) &&
    isObject(outcome.score)
  );
}
