export {
  inspectMessage,
  type MessageFault,
  type MessageReading,
  type WireFormName,
} from "./inspect-message.js";
export type { Exchange } from "./relay.js";
export { tap } from "./tap.js";
