import type { Trace } from "./trace.js";

/** The properties of a request's form that a handler needs; the wire form itself stays outside. */
export interface Wire {
  /** Name of the form. */
  readonly name: string;
  /** The form has no tokens: none is demanded, but a given one must be valid. */
  readonly tokenless: boolean;
  /** What makes a referee start a match. */
  readonly matchStart: "run_match" | "blocking" | "announcement";
  /** No form describes the message: it was understood all the same, and counts only from a peer of another form. */
  readonly isLenient?: boolean;
  /** Whose work the request belongs to. */
  readonly trace?: Trace | undefined;
  /** The caller uses the Model Context Protocol. */
  readonly mcp?: boolean;
  /** What the handler has already made of the request. */
  readonly handled?: Handled;
}

/** A handler that has run, and since when: what it failed with, or a reply that is not valid. */
export interface Handled {
  readonly begun: number;
  readonly outcome: { readonly error: unknown } | { readonly reply: unknown };
}

export const canonicalWire: Wire = { name: "canonical", tokenless: false, matchStart: "run_match" };

/** The same, from a peer that uses the Model Context Protocol. */
export const mcpWire: Wire = { ...canonicalWire, mcp: true };
