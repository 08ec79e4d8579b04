/** The clauses of the contract: what the checks decide. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { requirements } from "@league-v2/contract/requirements";
import { protocol } from "./contract.js";
import { packageFolder } from "./package-folder.js";
import type { Level, SpecIdentity } from "./types.js";

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

// The page with the clauses and an anchor for each, in the contract package.

/** The path of a clause on this machine. */
export function clausePage(id: string): string {
  const contract = import.meta.resolve("@league-v2/contract/package.json");
  return `${fileURLToPath(new URL("reference/requirements.md", contract))}#${id.toLowerCase()}`;
}

// Every clause of the contract, as the suite uses it.

export const clauses: readonly Clause[] = requirements.map(({ role, deadlineMs, whyNot, ...rest }) => ({
  ...rest,
  role: role === "league_manager" ? "manager" : role,
  ...(deadlineMs === null ? {} : { deadlineMs }),
  ...(whyNot === null ? {} : { whyNot }),
}));

const byId = new Map(clauses.map((clause) => [clause.id, clause]));

export function clauseOf(id: string): Clause | undefined {
  return byId.get(id);
}

/** The strongest level among these clauses; unknown clauses count as MUST, so that nothing is hidden by a slip. */
export function strongest(clauseIds: readonly string[]): Level {
  const levels = clauseIds.map((id) => clauseOf(id)?.level ?? "must");
  return levels.includes("must") ? "must" : levels.includes("should") ? "should" : "may";
}

// The contract that this suite tests against.

export const specIdentity: SpecIdentity = {
  name: protocol.version,
  version: protocol.specVersion,
  hash: fnv1a64(clauses.map(({ id, hash }) => `${id} ${hash}`).join("\n")),
};

/** The FNV-1a hash, 64 bits, in hexadecimal: short, and the same everywhere. */
function fnv1a64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash.toString(16).padStart(16, "0");
}

/** The short names of the source documents, as `spec/DECISIONS.md` lists them. */
const documents: Readonly<Record<string, string>> = {
  IS: "Interface Specifications",
  RA: "Referee Architecture (Game Orchestrator)",
  RS: "Referee Architecture: Separate MCP Server",
  RC: "Referee Protocol Contracts",
  PC: "Player Protocol Contracts",
};

/** `IS 4.2.1; D07` in full: `Interface Specifications, 4.2.1; decision D07`. */
export function sourceInFull(source: string): string {
  return source
    .split(/;\s*/)
    .map((part) => {
      const [, name = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(part) ?? [];
      const document = documents[name];
      if (document !== undefined) return rest === "" ? document : `${document}, ${rest}`;
      return /^D\d+$/.test(name) ? `decision ${part}` : part;
    })
    .join("; ");
}

// Which wording of each clause its checks were written for. When a clause is reworded its hash changes, and its checks
// are stale until a person has reviewed them and recorded it.

const FILE = fileURLToPath(new URL("reviewed-clauses.json", packageFolder));

/** The clauses whose checks have not been looked at since it was reworded, or at all. */
export function staleClauses(clauses: readonly Clause[], reviewed = readReviewed()): Clause[] {
  return clauses.filter(({ id, hash }) => reviewed[id] !== hash);
}

/** Records that the checks of these clauses fit their present wording. */
export function acceptClauses(clauses: readonly Clause[], accepted: readonly Clause[]): void {
  writeFileSync(FILE, `${JSON.stringify(withAccepted(clauses, accepted, readReviewed()), undefined, 2)}\n`);
}

/** The reviewed wording of each clause that exists, after these have been accepted. */
export function withAccepted(
  clauses: readonly Clause[],
  accepted: readonly Clause[],
  reviewed: Readonly<Record<string, string>>,
): Record<string, string> {
  const hashes = clauses.flatMap((clause) => {
    const hash = accepted.includes(clause) ? clause.hash : reviewed[clause.id];
    return hash === undefined ? [] : [[clause.id, hash] as const];
  });
  return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function readReviewed(): Readonly<Record<string, string>> {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, string>) : {};
}
