import { protocol } from "@league-v2/contract";
import { createReferee } from "@league-v2/sdk";
import { JournalFiles, RegistrationFile, refereeFiles, safeName } from "../files/index.js";
import { identified } from "../league/identified.js";
import { refereedEntry } from "../league/match-entries.js";
import { flag, integer, type SettingsOf } from "../settings/index.js";
import { command } from "./command.js";
import { memberFields } from "./common-fields.js";
import { latch } from "./latch.js";
import { folderOf, Records } from "./records.js";
import { runMember, told } from "./run-member.js";
import type { World } from "./world.js";

const fields = {
  ...memberFields,
  maxMatches: integer({
    minimum: 1,
    maximum: 1000,
    otherwise: protocol.league.defaultMaxConcurrentMatches,
    variable: "LEAGUE_MAX_MATCHES",
    help: "how many matches it runs at once",
  }),
  noRegister: flag({
    variable: "LEAGUE_NO_REGISTER",
    help: "belong to no league: only direct matches are played, for whoever asks",
  }),
};

export const refereeCommand = command({
  name: "referee",
  summary: "run a referee in somebody's league",
  details: `With --data it writes every match with its transcript to referees/<id>/matches/<league>/<match>.json and its log
to logs/, and keeps who it is and what it has not reported: started again after a crash it goes on as the same referee.
Without it the log goes to the standard output. It ends when the league manager sends it home.`,
  fields,
  examples: [
    ["league referee --port 8001 --name Solomon", "in the league of the manager on port 8000"],
    [
      "league referee --league http://127.0.0.1:9000 --name Solomon --max-matches 8 --data ./league-data",
      "with files",
    ],
    ["league referee --no-register --port 8001 --name Solomon", "without a league, for direct matches"],
  ],
  run: runReferee,
});

async function runReferee(settings: SettingsOf<typeof fields>, world: World): Promise<number> {
  const { name, data, logLevel: level, maxMatches } = settings;
  const logFile = `logs/referee-${safeName(name)}.log.jsonl`;
  const records = await Records.open(
    { folder: folderOf(data, world), logFile, level, clock: world.clock, otherwise: "stdout" },
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
        ...(keeper === null ? {} : { keeper }),
        ...(journal === null ? {} : { journal }),
        onMatch: (record): Promise<void> | undefined => {
          tell(refereedEntry(record));
          return keep?.(record);
        },
        onLeagueCompleted: completion.open,
      }),
    );
    const tell = told(records, own.id, name, world);
    await runMember({ ...own, records, completed: completion.opened, keeper, alone }, settings, world);
    return 0;
  } finally {
    await records.close();
  }
}
