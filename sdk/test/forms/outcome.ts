import type { Exchange } from "../../src/wire/derive/index.js";

export interface Outcome {
  /** The exchanges with the agent of a random form. */
  readonly exchanges: readonly Exchange[];
  /** Why no match was played to its end; undefined when one was. */
  readonly why: string | undefined;
}
