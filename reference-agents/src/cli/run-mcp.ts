/** `league mcp`: a player whose choices a host makes, from the first tool call to the end of its league. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createPlayer, type Registration } from "@league-v2/sdk";
import { PlayerHistory, RegistrationFile, safeName } from "../files/index.js";
import { identified } from "../league/identified.js";
import { playedEntry } from "../league/match-entries.js";
import { mcpServer } from "../mcp/server.js";
import { Turns } from "../mcp/turns.js";
import type { SettingsOf } from "../settings/index.js";
import { type CliContext, stoppedBefore } from "./cli-context.js";
import type { memberFields } from "./common-fields.js";
import { latch } from "./latch.js";
import { folderOf, Records } from "./records.js";
import { logAndScreen, runMember } from "./run-member.js";

export async function runMcp(settings: SettingsOf<typeof memberFields>, context: CliContext): Promise<number> {
  const { name, data, league, logLevel: level } = settings;
  const logFile = `logs/player-${safeName(name)}.log.jsonl`;
  const folder = folderOf(data, context);
  const records = await Records.open({ folder, logFile, level, clock: context.clock, target: "nowhere" }, name);
  try {
    const turns = new Turns(context.clock);
    const history = folder === null ? null : await PlayerHistory.resume(folder, name, records.files);
    const keeper = folder === null ? null : new RegistrationFile(folder, { role: "player", name, league });
    const completion = latch();
    const registration = Promise.withResolvers<Registration>();
    let standings: readonly object[] | null = null;
    const player = createPlayer({
      displayName: name,
      choose: turns.choose,
      history: history?.earlier ?? [],
      ...(keeper === null ? {} : { keeper }),
      onMatch: (match, all): Promise<void> | undefined => {
        write(playedEntry(match));
        turns.finished(match);
        return history?.keep(own.id() ?? name, all);
      },
      onStandings: (update) => {
        standings = update.standings;
      },
      onLeagueCompleted: (end) => {
        standings = end.final_standings;
        turns.leagueIsOver();
        completion.open();
      },
    });
    const own = identified({
      ...player,
      connect: (agentContext) => {
        const running = player.connect(agentContext);
        registration.resolve(running.registered);
        return running;
      },
    });
    const write = logAndScreen(records, own.id, name, context);

    let membership: Promise<void> | undefined;
    const join = async () => {
      membership ??= runMember({ ...own, records, completed: completion.opened, keeper }, settings, context);
      membership.catch((reason) => registration.reject(reason));
      const { id, league_id } = await registration.promise;
      return { player_id: id, league_id };
    };
    const server = mcpServer({ join, standings: () => standings, turns }, await serverInfo());
    const hostHasLeft = latch();
    server.server.onclose = hostHasLeft.open;
    process.stdin.once("end", hostHasLeft.open);
    await server.connect(new StdioServerTransport());

    if (!(await stoppedBefore(hostHasLeft.opened, context.stop)))
      context.error("the host has disconnected: the fallback plays until the league is over");
    turns.hostLeaves();
    await membership;
    return 0;
  } finally {
    await records.close();
  }
}

async function serverInfo() {
  const contract = fileURLToPath(import.meta.resolve("@league-v2/contract/openrpc/canonical.json"));
  return { version: "2.0.0", contract: () => readFile(contract, "utf8") };
}
