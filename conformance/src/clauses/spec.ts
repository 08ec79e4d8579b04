/** The contract that this suite tests against. */
import { protocol } from "../contract.js";
import type { SpecIdentity } from "../types.js";
import { clauses } from "./clause.js";

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
