export { newProject } from "./new-project.js";
export type { Given } from "./settings.js";
export { templateNames } from "./templates.js";
export { type Ask, askOn, type Terminal } from "./terminal.js";
