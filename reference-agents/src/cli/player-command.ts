import { createPlayer } from "@league-v2/sdk";
import { PlayerHistory, RegistrationFile, safeName } from "../files/index.js";
import { identified } from "../league/identified.js";
import { playedEntry } from "../league/match-entries.js";
import { type SettingsOf, text } from "../settings/index.js";
import { loadStrategy, strategies } from "../strategies/index.js";
import { command } from "./command.js";
import { memberFields } from "./common-fields.js";
import { latch } from "./latch.js";
import { folderOf, Records } from "./records.js";
import { runMember, told } from "./run-member.js";
import type { World } from "./world.js";

const fields = {
  ...memberFields,
  strategy: text({
    placeholder: "<strategy>",
    otherwise: "random",
    variable: "LEAGUE_STRATEGY",
    help: `${Object.keys(strategies).join(", ")}, or the path of a module of your own`,
  }),
};

export const playerCommand = command({
  name: "player",
  summary: "run a player in somebody's league",
  details: `A strategy of your own is a module whose default export is a function of what is known to "even" or "odd",
or an object { choose } with such a function. With --data the player keeps players/<id>/history.json, goes on from
what it finds there under its name, and writes its log to logs/; started again after a crash it goes on as the same
player. Without --data the log goes to the standard output. It ends when the league manager sends it home.`,
  fields,
  examples: [
    ["league player --port 8101 --name Alpha", "in the league of the manager on port 8000"],
    [
      "league player --league http://127.0.0.1:9000 --name Beta --strategy pattern --data ./league-data",
      "with a history",
    ],
    ["league player --name Gamma --strategy ./my-strategy.js", "export default ({ opponent }) => ..."],
  ],
  run: runPlayer,
});

async function runPlayer(settings: SettingsOf<typeof fields>, world: World): Promise<number> {
  const { name, data, logLevel: level } = settings;
  const { choose, guard } = await loadStrategy(settings.strategy, world.folder);
  const logFile = `logs/player-${safeName(name)}.log.jsonl`;
  const records = await Records.open(
    { folder: folderOf(data, world), logFile, level, clock: world.clock, otherwise: "stdout" },
    name,
  );
  try {
    const history =
      records.folder === null ? null : await PlayerHistory.resume(records.folder, name, records.files);
    const { folder } = records;
    const { league } = settings;
    const keeper = folder === null ? null : new RegistrationFile(folder, { role: "player", name, league });
    const completion = latch();
    const own = identified(
      createPlayer({
        displayName: name,
        choose,
        guard,
        history: history?.earlier ?? [],
        ...(keeper === null ? {} : { keeper }),
        onMatch: (match, all): Promise<void> | undefined => {
          tell(playedEntry(match));
          return history?.keep(own.id() ?? name, all);
        },
        onLeagueCompleted: completion.open,
      }),
    );
    const tell = told(records, own.id, name, world);
    await runMember({ ...own, records, completed: completion.opened, keeper }, settings, world);
    return 0;
  } finally {
    await records.close();
  }
}
