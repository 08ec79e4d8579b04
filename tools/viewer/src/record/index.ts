export {
  fileRecordingLimit,
  liveRecordingLimit,
  type Recorded,
  Recording,
  type RecordOptions,
  recordedAgent,
} from "./recording.js";
