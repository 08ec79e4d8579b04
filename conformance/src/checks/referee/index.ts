/** All checks of a referee: a list in each file, which is named for it. */
export { assignmentChecks } from "./assignment.js";
export { choiceChecks } from "./choice.js";
export { drawChecks } from "./draw.js";
export { invitationChecks } from "./invitation.js";
export { lifeChecks } from "./life.js";
export { lossChecks } from "./loss.js";
export { parallelChecks } from "./parallel.js";
export { resultChecks } from "./result.js";
