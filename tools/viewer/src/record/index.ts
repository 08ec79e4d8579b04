export { type RecordOptions, recordedAgent } from "./record-agent.js";
export { keptForFile, keptWhileWatching, type Recorded, Recording } from "./recording.js";
