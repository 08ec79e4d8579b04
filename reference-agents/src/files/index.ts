export { dataFault, isObject, openDataFolder, readJson, reasonOf, safeName } from "./data-folder.js";
export { leagueFiles } from "./league-files.js";
export { PlayerHistory } from "./player-history.js";
export { JournalFiles, refereeFiles } from "./referee-files.js";
export { peerFile, RegistrationFile } from "./secret-files.js";
export { WriteBehind, type WriteBehindOptions } from "./write-behind.js";
