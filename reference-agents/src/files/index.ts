export { dataFault, openDataFolder, reasonOf } from "./data-folder.js";
export { JournalFiles } from "./journal-files.js";
export { leagueFiles } from "./league-files.js";
export { peerFile } from "./peer-file.js";
export { PlayerHistory } from "./player-history.js";
export { refereeFiles } from "./referee-files.js";
export { RegistrationFile } from "./registration-file.js";
export { safeName } from "./safe-name.js";
export { WriteBehind, type WriteBehindOptions } from "./write-behind.js";
