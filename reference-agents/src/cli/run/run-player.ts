/** `league player`: one player as a process, from its start to its end. */
import { createPlayer } from "@league-v2/sdk";
import { PlayerHistory } from "../../files/index.js";
import { playedEntry } from "../../league/describe.js";
import { identified } from "../../log/observe.js";
import { loadStrategy } from "../../strategies/load-strategy.js";
import type { CliContext } from "../cli-context.js";
import type { PlayerSettings } from "../command-fields.js";
import { logAndScreen, runMember, withRecords } from "./run-member.js";

export async function runPlayer(settings: PlayerSettings, context: CliContext): Promise<number> {
  const { name } = settings;
  const { choose, guard } = await loadStrategy(settings.strategy, context.folder);
  return withRecords("player", settings, context, async ({ records, keeper }) => {
    const { folder, files } = records;
    const history = folder === null ? null : await PlayerHistory.resume(folder, name, files);
    const completion = Promise.withResolvers<void>();
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
        onLeagueCompleted: () => completion.resolve(),
      }),
    );
    const write = logAndScreen(records, own.id, name, context);
    await runMember({ ...own, records, completed: completion.promise, keeper }, settings, context);
  });
}
