/** All checks of a manager: a list in each file, which is named for it. */
export { aliveChecks } from "./alive.js";
export { endChecks } from "./end.js";
export { matchesChecks } from "./matches.js";
export { queriesChecks } from "./queries.js";
export { registrationChecks } from "./registration.js";
export { restartChecks } from "./restart.js";
export { resultsChecks } from "./results.js";
export { roundsChecks } from "./rounds.js";
export { scheduleChecks } from "./schedule.js";
export { standingsChecks } from "./standings.js";
export { startChecks } from "./start.js";
