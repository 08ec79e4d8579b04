export { type JsonLog, type JsonLogOptions, openJsonLog } from "./json-log.js";
export type { LogLevel } from "./levels.js";
export { logged } from "./observe.js";
