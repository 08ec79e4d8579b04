import { command } from "./command.js";
import { memberFields } from "./common-fields.js";

export const mcpCommand = command({
  name: "mcp",
  summary: "let a language model play: an MCP server over stdio",
  details: `A host, such as an assistant, starts this command and plays through its tools: join_league, wait_for_turn, choose and
standings; the contract is a resource. Behind them runs a usual player with its deadlines: a host that decides too late, or
goes away, plays the fallback. The standard output belongs to the host; what happens is said on the standard error.`,
  fields: memberFields,
  examples: [["league mcp --league http://127.0.0.1:8000 --name Claude", "what the configuration of a host names"]],
  run: async (settings, context) => (await import("./run-mcp.js")).runMcp(settings, context),
});
