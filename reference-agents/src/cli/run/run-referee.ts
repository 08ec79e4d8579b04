/** `league referee`: one referee as a process, from its start to its end. */
import { createReferee } from "@league-v2/sdk";
import { JournalFiles, refereeFiles } from "../../files/index.js";
import { loadGames } from "../../games/load-game.js";
import { printable, refereedLine } from "../../league/describe.js";
import { identified } from "../../log/observe.js";
import type { CliContext } from "../cli-context.js";
import type { RefereeSettings } from "../command-fields.js";
import { runMember, withRecords } from "./run-member.js";

export async function runReferee(settings: RefereeSettings, context: CliContext): Promise<number> {
  const { name, noRegister: alone } = settings;
  const games = await loadGames(settings.game, context.folder);
  return withRecords("referee", settings, context, async ({ records, ...own }) => {
    const { folder, files } = records;
    const keep = folder === null ? null : refereeFiles(folder, files);
    const keeper = alone ? null : own.keeper;
    const journal = folder === null ? null : new JournalFiles(folder, name);
    const completion = Promise.withResolvers<void>();
    const referee = identified(
      createReferee({
        displayName: name,
        maxConcurrentMatches: settings.maxMatches,
        games,
        ...(keeper === null ? {} : { keeper }),
        ...(journal === null ? {} : { journal }),
        onMatch: (record): Promise<void> | undefined => {
          context.error(printable(refereedLine(record)));
          return keep?.(record);
        },
        onLeagueCompleted: () => completion.resolve(),
      }),
    );
    await runMember({ ...referee, records, completed: completion.promise, keeper, alone }, settings, context);
  });
}
