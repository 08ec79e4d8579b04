/** The addresses at a league manager's gateway under which it translates for other agents: `/via/127.0.0.1:8101/mcp`. */

const prefix = "/via/";

/** @param gateway the league manager's own address */
export function viaAddress(gateway: string, address: string): string {
  const { protocol, host, pathname } = new URL(address);
  const scheme = protocol === "https:" ? "https:" : "";
  return new URL(`${prefix}${scheme}${host}${pathname}`, gateway).href;
}

/** The address of the agent that a path stands for; undefined for every other path. */
export function viaTarget(path: string): string | undefined {
  const at = path.indexOf(prefix);
  if (at === -1) return undefined;
  const rest = path.slice(at + prefix.length).split("?", 1)[0] ?? "";
  const isSecure = rest.startsWith("https:");
  const address = `${isSecure ? "https" : "http"}://${isSecure ? rest.slice("https:".length) : rest}`;
  return URL.canParse(address) && !address.includes("@") ? address : undefined;
}
