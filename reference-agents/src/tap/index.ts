export { type Departure, type Finding, inspect } from "./inspect.js";
export type { Exchange } from "./relay.js";
export { type Tap, type TapSetting, tap } from "./tap.js";
