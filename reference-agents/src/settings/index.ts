export type { SettingsOf } from "./field.js";
export { readSettings } from "./read-settings.js";
export { InvalidSettings, type SettingFault } from "./setting-fault.js";
