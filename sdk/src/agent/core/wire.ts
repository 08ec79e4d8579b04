import type { Trace } from "./trace.js";

/** The properties of a request's form that a handler needs; the wire form itself stays outside. */
export interface Wire {
  /** Name of the form. */
  readonly name: string;
  /** The form has no tokens: none is demanded, but a given one must be valid. */
  readonly tokenless: boolean;
  /** The event at which a referee starts a match. */
  readonly matchStart: "run_match" | "blocking" | "announcement";
  /** No form describes the message; it was read leniently, and counts only from a peer of another form. */
  readonly isLenient?: boolean;
  /** The W3C trace of the request. */
  readonly trace?: Trace | undefined;
  /** The caller uses the Model Context Protocol. */
  readonly mcp?: boolean;
  /** The outcome of a handler that has already run for this request. */
  readonly handled?: Handled;
}

/** The start time (ms) and outcome of a handler that has run: an error, or an invalid reply. */
export interface Handled {
  readonly begun: number;
  readonly outcome: { readonly error: unknown } | { readonly reply: unknown };
}

export const canonicalWire: Wire = { name: "canonical", tokenless: false, matchStart: "run_match" };

/** The same, from a peer that uses the Model Context Protocol. */
export const mcpWire: Wire = { ...canonicalWire, mcp: true };
