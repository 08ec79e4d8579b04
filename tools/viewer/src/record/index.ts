export { type RecordOptions, recordedAgent } from "./record-agent.js";
export { keptForFile, liveRecordingLimit, type Recorded, Recording } from "./recording.js";
