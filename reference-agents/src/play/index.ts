export type { AgentHooks, LeaguePlan, NamedStrategy, Role } from "./agents.js";
export { playInMemory } from "./play-in-memory.js";
export { type HttpSetting, type ManagerSlot, playOverHttp } from "./play-over-http.js";
export type { PlaySetting } from "./setting.js";
