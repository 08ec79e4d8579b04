/** Reads histories, and refuses damaged files: a damaged file must not count as an empty history. */

import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { PlayedMatch, Statistics } from "@league-v2/sdk";
import { dataFault, reasonOf } from "./data-folder.js";
import { isObject } from "./read-json.js";

export interface HistoryFile {
  readonly player_id: string;
  readonly display_name: string;
  readonly statistics: Statistics;
  /** Oldest first. */
  readonly matches: readonly PlayedMatch[];
}

const historyName = /^history.*\.json$/;

/** Every history in a data folder. @throws StartupError DATA_INIT_FAILED */
export async function findHistories(folder: string): Promise<HistoryFile[]> {
  const players = join(folder, "players");
  const paths: string[] = [];
  for (const home of await namesIn(players)) {
    for (const name of await namesIn(join(players, home)))
      if (historyName.test(name)) paths.push(join(players, home, name));
  }
  return paths.map(readHistory);
}

/** @throws StartupError DATA_INIT_FAILED with the pointer of what is wrong */
export function readHistory(path: string): HistoryFile {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw dataFault(`${path} cannot be read: ${reasonOf(error)}`, error);
  }
  const fault = faultIn(content);
  if (fault !== null) throw dataFault(`${path} is not a player's history: ${fault}`);
  const history = content as HistoryFile;
  const { player_id } = history;
  // In histories of the first version, matches do not contain the player.
  return {
    ...history,
    matches: history.matches.map((match) => ({ ...match, player_id: match.player_id ?? player_id })),
  };
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
