export { createHttpHandler, type HttpRoute, mcpVersionHeader } from "./http-handler.js";
export { type JsonAnswer, jsonRoute } from "./json-route.js";
export { httpFault } from "./replies.js";
export { StartupError, type StartupErrorName } from "./startup-error.js";
export type { HttpHandler, HttpReply, HttpRequest } from "./types.js";
