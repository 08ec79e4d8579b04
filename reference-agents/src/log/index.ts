export { type JsonLog, type JsonLogOptions, openJsonLog } from "./json-log.js";
export { type LogLevel, logLevels } from "./levels.js";
export { logged } from "./logged.js";
