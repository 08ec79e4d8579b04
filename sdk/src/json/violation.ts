/** One fault of a message in readable words; `explain` of the contract package creates it. */
export interface Violation {
  /** JSON Pointer of the invalid value; empty for the whole message. */
  pointer: string;
  /** The schema keyword that the value violates. */
  keyword: string;
  expected: string;
  received: string;
  message: string;
  hint?: string;
}
