export { type ConfigFile, readConfigFile } from "./config-file.js";
export { type Field, type Fields, optional, type SettingsOf } from "./field.js";
export { agentUrl, choice, flag, integer, list, port, text } from "./kinds.js";
export { asFlag, inFile } from "./names.js";
export { readSettings, type Sources } from "./read-settings.js";
export { InvalidSettings, type SettingFault } from "./setting-fault.js";
export { mostSimilar } from "./similar.js";
