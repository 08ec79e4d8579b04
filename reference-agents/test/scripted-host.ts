/**
 * An MCP host without a language model: it plays with the official client through `league mcp` over stdio, as the server's
 * instructions say. `node scripted-host.ts --league URL --name NAME` has the options of `league mcp`.
 */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const transport = new StdioClientTransport({
  command: process.execPath,
  args: [join(import.meta.dirname, "../bin/league.js"), "mcp", ...process.argv.slice(2)],
  env: process.env as Record<string, string>,
  stderr: "inherit",
});
const client = new Client({ name: "scripted-host", version: "1.0.0" });
/** A line of the server that is no MCP message. */
transport.onerror = (error) => fail(`no MCP: ${error.message}`);
await client.connect(transport);
process.once("SIGTERM", () => void client.close().then(() => process.exit()));

function fail(text: string): never {
  console.error(text);
  process.exit(1);
}

async function call(name: string, args: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [{ text }] = content as [{ text: string }];
  return isError === true ? fail(text) : JSON.parse(text);
}

console.log(JSON.stringify(await call("join_league")));
for (let isOver = false; !isOver; ) {
  const { status, turns, results } = await call("wait_for_turn");
  for (const result of results) console.log(JSON.stringify(result));
  for (const { match_id, opponent_choices } of turns)
    await call("choose", { match_id, choice: opponent_choices.at(-1) === "even" ? "odd" : "even" });
  isOver = status === "league_over";
}
// A league that has ended without LEAGUE_COMPLETED may have no manager that answers: that is text for a model, and no failure.
const { content } = await client.callTool({ name: "standings", arguments: {} });
console.log((content as [{ text: string }])[0].text);
await client.close();
