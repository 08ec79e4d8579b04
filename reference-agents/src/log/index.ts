export { type JsonLog, type JsonLogOptions, type LogLevel, logLevels, openJsonLog } from "./json-log.js";
export { logged } from "./logged.js";
