export { type RecordOptions, recordedAgent } from "./record-agent.js";
export { fileRecordingLimit, liveRecordingLimit, type Recorded, Recording } from "./recording.js";
