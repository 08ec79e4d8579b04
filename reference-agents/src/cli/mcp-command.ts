import { command } from "./command.js";
import { mcpFields } from "./mcp-fields.js";

export const mcpCommand = command({
  name: "mcp",
  summary: "let a language model play: an MCP server over stdio",
  details: `A host, such as an assistant, starts this command and plays with its tools join_league, wait_for_turn, choose and
standings; the contract is a resource. The player registers when the host calls join_league. It has the deadlines of every
player: if the host chooses too late or has disconnected, the player sends the fallback "even" until its league is over. Only MCP
messages go to the standard output; lines for people go to the standard error, and with --data the log to logs/.`,
  fields: mcpFields,
  examples: [
    ["league mcp --league http://127.0.0.1:8000 --name Claude", "the command in the configuration of a host"],
  ],
  run: async (settings, context) => (await import("./run-mcp.js")).runMcp(settings, context),
});
