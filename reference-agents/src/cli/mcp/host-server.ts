/** The MCP server through which a host, such as an assistant, plays for one player. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { lineOf } from "../failure.js";
import type { LeagueMembership } from "./league-membership.js";

export interface HostServerOptions {
  readonly version: string;
  /** Each game of the player with its rules, for the model. */
  readonly games: readonly string[];
  /** The OpenRPC document of the contract, as JSON. */
  readonly contract: () => Promise<string>;
}

/** Hosts end a tool call after 60 s, some after 30 s. */
const longestWaitSeconds = 50;
const usualWaitSeconds = 25;

const instructions = (
  games: readonly string[],
) => `You play in a league of two-player matches. A choice is "even" or "odd".
${games.join("\n")}
A win is 3 points, a draw 1.
1. Call join_league once.
2. Call wait_for_turn. When it returns your_turn, call choose within seconds_left; else "even" is sent for you.
3. Repeat 2, also after "waiting", until it returns league_over.`;

export function createHostServer(
  player: LeagueMembership,
  { version, games, contract }: HostServerOptions,
): McpServer {
  const server = new McpServer({ name: "league.v2 player", version }, { instructions: instructions(games) });
  const { turns } = player;

  server.registerTool(
    "join_league",
    {
      description: "Registers this player with its league. Call it first; a repeated call changes nothing.",
      annotations: { idempotentHint: true },
    },
    () => answer(() => player.join()),
  );

  server.registerTool(
    "wait_for_turn",
    {
      description: `Waits for the next turn, result or end of the league. Returns the status (your_turn, waiting or league_over), the
open turns, and the matches that ended since the last call. After "waiting" call it again.`,
      inputSchema: {
        max_seconds: z
          .number()
          .min(0)
          .max(longestWaitSeconds)
          .default(usualWaitSeconds)
          .describe("the longest wait; less than the host's limit for a tool call"),
      },
    },
    ({ max_seconds }, { signal }) =>
      answer(async () => {
        assertJoined(player);
        return turns.next(max_seconds * 1000, signal);
      }),
  );

  server.registerTool(
    "choose",
    {
      description: "Sends the choice for an open turn.",
      inputSchema: {
        choice: z.enum(["even", "odd"]),
        match_id: z.string().optional().describe("required when more than one turn is open"),
        reason: z.string().max(500).optional().describe("why; it is logged with the choice"),
      },
    },
    ({ choice, match_id, reason }) =>
      answer(async () => {
        assertJoined(player);
        const made = reason === undefined ? choice : { choice, reason };
        return { match_id: turns.decide(made, match_id), choice };
      }),
  );

  server.registerTool(
    "standings",
    { description: "The standings of the league now.", annotations: { readOnlyHint: true } },
    () =>
      answer(async () => {
        assertJoined(player);
        return { standings: await player.standings() };
      }),
  );

  server.registerResource(
    "contract",
    "league-v2://contract",
    {
      title: "The contract of league.v2",
      description: "Every method and message, as OpenRPC.",
      mimeType: "application/json",
    },
    async ({ href: uri }) => ({
      contents: [{ uri, mimeType: "application/json", text: await contract() }],
    }),
  );
  return server;
}

function assertJoined({ hasJoined }: LeagueMembership): void {
  if (!hasJoined) throw new Error("this player is in no league yet; call join_league");
}

/** A failure is a result too: the model can read it and act on it. */
async function answer(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: JSON.stringify(await work()) }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: textOf(error) }] };
  }
}

function textOf(error: unknown): string {
  return error instanceof Error && error.name === "Error" ? error.message : lineOf(error);
}
