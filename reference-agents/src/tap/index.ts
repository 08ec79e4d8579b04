export { type Finding, inspect, type Violation } from "./inspect.js";
export type { Exchange } from "./relay.js";
export { type Tap, type TapSetting, tap } from "./tap.js";
