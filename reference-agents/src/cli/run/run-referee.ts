/** `league referee`: one referee as a process, from its start to its end. */
import { createReferee } from "@league-v2/sdk";
import { JournalFiles, RegistrationFile, refereeFiles, safeName } from "../../files/index.js";
import { loadGames } from "../../games/load-game.js";
import { printable } from "../../league/describe.js";
import { identified, refereedLine } from "../../league/log-events.js";
import { type CliContext, latch } from "../cli-context.js";
import type { RefereeSettings } from "../command-fields.js";
import { folderOf, Records } from "./records.js";
import { runMember } from "./run-member.js";

export async function runReferee(settings: RefereeSettings, context: CliContext): Promise<number> {
  const { name, data, logLevel: level, maxMatches } = settings;
  const games = await loadGames(settings.game, context.folder);
  const logFile = `logs/referee-${safeName(name)}.log.jsonl`;
  const records = await Records.open(
    { folder: folderOf(data, context), logFile, level, clock: context.clock, target: "stdout" },
    name,
  );
  try {
    const { folder } = records;
    const keep = folder === null ? null : refereeFiles(folder, records.files);
    const alone = settings.noRegister;
    const { league } = settings;
    const keeper =
      folder === null || alone ? null : new RegistrationFile(folder, { role: "referee", name, league });
    const journal = folder === null ? null : new JournalFiles(folder, name);
    const completion = latch();
    const own = identified(
      createReferee({
        displayName: name,
        maxConcurrentMatches: maxMatches,
        games,
        ...(keeper === null ? {} : { keeper }),
        ...(journal === null ? {} : { journal }),
        onMatch: (record): Promise<void> | undefined => {
          context.error(printable(refereedLine(record)));
          return keep?.(record);
        },
        onLeagueCompleted: completion.open,
      }),
    );
    await runMember({ ...own, records, completed: completion.opened, keeper, alone }, settings, context);
    return 0;
  } finally {
    await records.close();
  }
}
