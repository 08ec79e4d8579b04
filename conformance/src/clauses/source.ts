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
