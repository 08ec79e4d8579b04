/** The referee's files: each match with its full transcript (contract 9). */
import { join } from "node:path";
import type { MatchRecord } from "@league-v2/sdk";
import { safeName } from "./safe-name.js";
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
