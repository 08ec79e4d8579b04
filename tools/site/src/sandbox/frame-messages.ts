/** The messages between the page and the sandboxed frame. */
import type { Answer, Order } from "../league/event-text.js";

export interface FrameOrder {
  /** The typed strategy and the engine, in this order. */
  readonly script: string;
  readonly order: Order;
  /** The longest time between two messages of the worker. */
  readonly silenceMs: number;
}

export type FrameAnswer = Answer | { readonly type: "silent"; readonly silenceMs: number };
