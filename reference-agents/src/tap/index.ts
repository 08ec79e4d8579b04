export { type Finding, inspect, type Violation } from "./inspect.js";
export {
  inspectMessage,
  type MessageFault,
  type MessageReading,
  type WireFormName,
} from "./inspect-message.js";
export type { Exchange } from "./relay.js";
export { type Tap, type TapSetting, tap } from "./tap.js";
