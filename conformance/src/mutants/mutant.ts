/** A mutant: a reference agent with one named fault. It shows that the checks find what breaks their clauses. */
import type { Agent } from "../sdk.js";
import type { FaultInjection, Memory } from "../subject/in-process-subject.js";
import type { LaunchOptions } from "../subject/subject.js";
import type { Role } from "../types.js";

export interface Mutant {
  /** `player:joins-late`; a mutant `transport:…` is tried in every role. */
  id: `${Role | "transport"}:${string}`;
  /** The fault, in one sentence. */
  fault: string;
  /** The clauses that it breaks; a mutant of a test may leave them out. */
  breaks?: readonly string[];
  /** The fault, put between the reference agent and its transport. A function where the fault has state. */
  inject?: FaultInjection | (() => FaultInjection);
  /** Replaces the reference agent by one with other options, such as a strategy that throws. */
  agent?: (launch: LaunchOptions, role: Role, memory: Memory) => Agent;
  /** The one form that it uses; others are canonical inside, with an adapter for the form in which they are tried. */
  wire?: string;
  /** Its fault is in the text that it sends, in any form. */
  outermost?: true;
  /** Of a mutant of the transport: the roles in which its fault can show. Default: all. */
  roles?: readonly Role[];
}

export function mutant(definition: Mutant): Mutant {
  return definition;
}

/** Whether it breaks a clause that this check decides. */
export function breaksClauseOf(
  { decides }: { decides: readonly string[] },
  { breaks = [] }: Mutant,
): boolean {
  return breaks.some((clause) => decides.includes(clause));
}

/** The roles in which it is tried. */
export function rolesOf({ id, roles = ["player", "referee", "manager"] }: Mutant): readonly Role[] {
  const side = sideOf(id);
  return side === "transport" ? roles : [side];
}

/** Its role, or the first of the three for a mutant of the transport. */
export function roleOf(mutant: Mutant): Role {
  return rolesOf(mutant)[0] ?? "player";
}

export function sideOf(mutantId: string): Role | "transport" {
  return mutantId.slice(0, mutantId.indexOf(":")) as Role | "transport";
}
