export { type Fault, formatFault, SpecError } from "./fault.js";
export { type Generated, generate, lintSource } from "./generate.js";
export { folderSource, memorySource, openSource, type Source, withFiles } from "./load/source.js";
export type { Output } from "./print/file.js";
