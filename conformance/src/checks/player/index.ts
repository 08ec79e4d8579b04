/** All checks of a player: a list in each file, which is named for it. */
export { acknowledgementChecks } from "./acknowledgement.js";
export { choiceChecks } from "./choice.js";
export { endChecks } from "./end.js";
export { errorChecks } from "./error.js";
export { impostorChecks } from "./impostor.js";
export { joinChecks } from "./join.js";
export { registrationChecks } from "./registration.js";
