export { type Fault, formatFault, SpecError } from "./fault.js";
export { type Generated, generate, lintSource } from "./generate.js";
export { openSource, type Source } from "./load/source.js";
export type { Output } from "./print/file.js";
