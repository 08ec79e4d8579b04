export { type OverhearOptions, overheard } from "./overhear.js";
export { keptForFile, keptWhileWatching, type Recorded, Recording } from "./recording.js";
