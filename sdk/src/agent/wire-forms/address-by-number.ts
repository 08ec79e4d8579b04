/** The documents' default address of an agent: `REF02` at port 8002, `P03` at port 8103, at the league manager's host. */
import { protocol } from "@league-v2/contract";

export function addressByNumber(
  role: "player" | "referee",
  id: unknown,
  league: string | undefined,
): string | undefined {
  const number = /\D0*([1-9]\d?)$/.exec(typeof id === "string" ? id : "")?.[1];
  if (number === undefined || league === undefined) return undefined;
  const url = new URL(protocol.paths.mcp, league);
  url.port = String(protocol.ports[role].first - 1 + Number(number));
  return url.href;
}
