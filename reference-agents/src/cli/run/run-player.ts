/** `league player`: one player as a process, from its start to its end. */
import { createPlayer } from "@league-v2/sdk";
import { PlayerHistory, RegistrationFile, safeName } from "../../files/index.js";
import { identified, playedEntry } from "../../league/log-events.js";
import { loadStrategy } from "../../strategies/index.js";
import { type CliContext, latch } from "../cli-context.js";
import type { PlayerSettings } from "../command-fields.js";
import { folderOf, Records } from "./records.js";
import { logAndScreen, runMember } from "./run-member.js";

export async function runPlayer(settings: PlayerSettings, context: CliContext): Promise<number> {
  const { name, data, logLevel: level } = settings;
  const { choose, guard } = await loadStrategy(settings.strategy, context.folder);
  const logFile = `logs/player-${safeName(name)}.log.jsonl`;
  const records = await Records.open(
    { folder: folderOf(data, context), logFile, level, clock: context.clock, target: "stdout" },
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
        gameTypes: settings.games,
        choose,
        guard,
        history: history?.earlier ?? [],
        ...(keeper === null ? {} : { keeper }),
        onMatch: (match, all): Promise<void> | undefined => {
          write(playedEntry(match));
          return history?.keep(own.id() ?? name, all);
        },
        onLeagueCompleted: completion.open,
      }),
    );
    const write = logAndScreen(records, own.id, name, context);
    await runMember({ ...own, records, completed: completion.opened, keeper }, settings, context);
    return 0;
  } finally {
    await records.close();
  }
}
