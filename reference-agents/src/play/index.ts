export type { AgentHooks, LeaguePlan, NamedStrategy, PlaySetting, Role } from "./agents.js";
export { playInMemory } from "./play-in-memory.js";
export { type HttpSetting, type ManagerSlot, playOverHttp } from "./play-over-http.js";
