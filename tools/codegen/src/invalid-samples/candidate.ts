import type { Json } from "../json.js";

/** A change of one place of a message: to a value, or without one the field is taken away. Its keyword is the result of a trial. */
export interface Candidate {
  readonly pointer: string;
  /** What the place then is: "too long". */
  readonly what: string;
  readonly set?: Json;
}
