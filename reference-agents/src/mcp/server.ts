/** The MCP server through which a host, such as an assistant, plays for one player. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import type { Turns } from "./turns.js";

/** What the tools use: the player as a member of its league. */
export interface Membership {
  /** Registers at the first call; every later one gives the same answer. */
  join(): Promise<{ readonly player_id: string; readonly league_id: string | null }>;
  /** The latest standings that the player was sent; null before the first. */
  standings(): readonly object[] | null;
  readonly turns: Turns;
}

export interface ServerInfo {
  readonly version: string;
  /** The OpenRPC document of the contract, as JSON. */
  readonly contract: () => Promise<string>;
}

/** Hosts give up on a tool after 60 s; this leaves them time to answer. */
const longestWaitSeconds = 50;
const usualWaitSeconds = 25;

const instructions = `You play Even/Odd in a league. In each match both players choose "even" or "odd" at the same time, then a number
from 1 to 10 is drawn: the player whose choice is its parity wins, and both right or both wrong is a draw. A win is 3 points, a draw 1.
1. Call join_league once.
2. Call wait_for_turn. When it returns your_turn, call choose within seconds_left, else "even" is sent for you.
3. Repeat 2, also after "waiting", until it returns league_over.`;

export function mcpServer({ join, standings, turns }: Membership, { version, contract }: ServerInfo): McpServer {
  const server = new McpServer({ name: "league.v2 player", version }, { instructions });

  server.registerTool(
    "join_league",
    { description: "Registers this player with its league. Call it first; calling it again is harmless." },
    () => answer(join),
  );

  server.registerTool(
    "wait_for_turn",
    {
      description:
        "Waits for the next turn, result or end of the league. Returns status your_turn, waiting or league_over, the open turns " +
        "and the matches that ended since the last call. Call it again after waiting.",
      inputSchema: {
        max_seconds: z.number().min(0).max(longestWaitSeconds).default(usualWaitSeconds).describe("the longest wait"),
      },
    },
    ({ max_seconds }, { signal }) =>
      answer(async () => {
        await join();
        return turns.next(max_seconds * 1000, signal);
      }),
  );

  server.registerTool(
    "choose",
    {
      description: "Sends the choice for an open turn.",
      inputSchema: {
        choice: z.enum(["even", "odd"]),
        match_id: z.string().optional().describe("which turn, if more than one is open"),
        reason: z.string().max(500).optional().describe("why; it is logged"),
      },
    },
    ({ choice, match_id, reason }) =>
      answer(async () => ({ sent: choice, match_id: turns.decide({ choice, reason }, match_id).match_id })),
  );

  server.registerTool(
    "standings",
    { description: "The latest standings of the league that this player was sent." },
    () => answer(async () => ({ standings: standings() ?? "none yet: the first round is not over" })),
  );

  server.registerResource(
    "contract",
    "league-v2://contract",
    { title: "The contract of league.v2", description: "Every message, as OpenRPC.", mimeType: "application/json" },
    async (uri) => ({ contents: [{ uri: uri.href, mimeType: "application/json", text: await contract() }] }),
  );
  return server;
}

/** A tool's result: an error is a result that the model can read. */
async function answer(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    return { content: [{ type: "text", text: JSON.stringify(await work()) }] };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: error instanceof Error ? error.message : String(error) }] };
  }
}
