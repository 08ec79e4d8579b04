export { initialize, listTools, mcpVersions } from "./server.js";
export { openSession } from "./session.js";
export { type Tool, toolsOf } from "./tools.js";
