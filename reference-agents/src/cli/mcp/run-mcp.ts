/** `league mcp`: a player whose choices an MCP host makes. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { protocol } from "@league-v2/contract";
import { createPlayer } from "@league-v2/sdk";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { PlayerHistory } from "../../files/index.js";
import { descriptionOf, type Games, loadGames, typeOf } from "../../games/load-game.js";
import { playedEntry } from "../../league/describe.js";
import { identified } from "../../log/observe.js";
import { type CliContext, stoppedBefore } from "../cli-context.js";
import type { McpSettings } from "../command-fields.js";
import { logAndScreen, runMember, withRecords } from "../run/run-member.js";
import { createHostServer } from "./host-server.js";
import { LeagueMembership } from "./league-membership.js";
import { Turns } from "./turns.js";

export async function runMcp(settings: McpSettings, context: CliContext): Promise<number> {
  const { name } = settings;
  const games = await loadGames(settings.game, context.folder);
  const play = async (own: Own) => {
    const membership = await membershipOf(settings, games, own, context);
    const server = createHostServer(membership, {
      version: protocol.specVersion,
      games: games.map(descriptionOf),
      contract,
    });
    const { input, output } = context.stdio();
    const hostIsGone = Promise.withResolvers<void>();
    for (const end of ["end", "close"]) input.once(end, () => hostIsGone.resolve());
    await server.connect(new StdioServerTransport(input, output));
    const isStopped = await stoppedBefore(hostIsGone.promise, context.stop);
    if (!isStopped && membership.isPlaying)
      context.error(`the MCP host has disconnected: player "${name}" sends the fallback from now on`);
    membership.turns.hostIsGone();
    await membership.ended();
    await server.close();
  };
  return withRecords("player", settings, context, play, "nowhere");
}

type Own = Parameters<Parameters<typeof withRecords>[3]>[0];

async function membershipOf(
  settings: McpSettings,
  games: Games,
  { records, keeper }: Own,
  context: CliContext,
): Promise<LeagueMembership> {
  const { name } = settings;
  const { folder } = records;
  const history = folder === null ? null : await PlayerHistory.resume(folder, name, records.files);
  const turns = new Turns(context.clock);
  const completion = Promise.withResolvers<void>();
  const membership: LeagueMembership = new LeagueMembership(turns, () => {
    const own = identified(
      createPlayer({
        displayName: name,
        gameTypes: games.map(typeOf),
        choose: turns.choose,
        history: history?.earlier ?? [],
        ...(keeper === null ? {} : { keeper }),
        onMatch: (match, all): Promise<void> | undefined => {
          write(playedEntry(match));
          turns.finished(match);
          return history?.keep(own.id() ?? name, all);
        },
        onLeagueCompleted: ({ final_standings }) => {
          membership.keepFinal(final_standings);
          completion.resolve();
        },
      }),
    );
    const write = logAndScreen(records, own.id, name, context);
    return {
      agent: own.agent,
      run: (agent) =>
        runMember({ agent, id: own.id, records, completed: completion.promise, keeper }, settings, context),
    };
  });
  return membership;
}

function contract(): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve("@league-v2/contract/openrpc/canonical.json")), "utf8");
}
