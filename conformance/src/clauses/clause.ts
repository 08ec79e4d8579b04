/** The clauses of the contract: what the checks decide. */
import type { Level } from "../types.js";

export interface Clause {
  /** `PLY-JOIN-02`; never changes. */
  id: string;
  /** The role that the clause binds; `transport` binds all. */
  role: "player" | "referee" | "manager" | "transport";
  level: Level;
  /** One normative sentence. */
  text: string;
  source: string;
  /** The wire forms that it applies to; `all` includes foreign ones. */
  wires: readonly string[];
  deadlineMs?: number;
  /** False where black-box testing cannot decide it. */
  decidable: boolean;
  whyNot?: string;
  /** Changes when the text changes. */
  hash: string;
}
