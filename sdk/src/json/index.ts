export { decodeUtf8 } from "./decode-utf8.js";
export {
  type JsonFault,
  type JsonFaultKind,
  type ParsedJson,
  parseJson,
} from "./parse-json.js";
export type { JsonLimits } from "./plain-json.js";
export { type JsonPath, toPointer } from "./pointer.js";
export { type ReadMessage, readMessage } from "./read-message.js";
export type { Explain, RawFault, Validator } from "./validator.js";
export type { Violation } from "./violation.js";
