/** One fault of a message, for people (architecture: the catalogue of `explain` in the contract package fills it). */
export interface Violation {
  /** JSON Pointer of the value at fault; empty for the whole message. */
  pointer: string;
  /** The schema keyword that it breaks. */
  keyword: string;
  expected: string;
  received: string;
  message: string;
  hint?: string;
}
