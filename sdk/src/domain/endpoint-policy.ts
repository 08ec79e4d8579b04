/** Which addresses the league manager may call (contract 10): a registration must not make it call a third party. */
import { addressKind, isLoopback } from "./address-kind.js";

/** Which addresses an agent may call (contract 10). */
export interface EndpointPolicy {
  /** Null if the address may be called, else the reason. */
  refuse(endpoint: string): string | null;
  /**
   * Null if a connection to this address, to which the host of an endpoint was resolved, may be opened, else the
   * reason. Default: every address of a host that may be called.
   */
  refuseAddress?(hostname: string, address: string): string | null;
}

/**
 * Allows http(s) URLs whose host is loopback, or one of `hosts` (exact host names or addresses, no ports).
 * Credentials and fragments in the URL are refused. A name for this machine must resolve to it, and no other name may resolve to
 * an address of no host, e.g. that of a cloud's metadata service.
 */
export function allowHosts(hosts: readonly string[] = []): EndpointPolicy {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  return {
    refuse(endpoint) {
      const url = URL.parse(endpoint);
      if (url === null) return "it is not a URL";
      if (url.protocol !== "http:" && url.protocol !== "https:") return "its scheme is not http or https";
      if (url.username !== "" || url.password !== "" || url.hash !== "")
        return "it carries credentials or a fragment";
      if (isLoopback(url.hostname) || allowed.has(url.hostname)) return null;
      return `host "${url.hostname}" is not on the allow-list`;
    },
    refuseAddress(hostname, address) {
      const kind = addressKind(address);
      if (isLoopback(hostname))
        return kind === "loopback" ? null : "it is a name for this machine, and leads elsewhere";
      if (kind === "loopback" || kind === "other" || allowed.has(address)) return null;
      return `no agent has an address of that kind (${kind})`;
    },
  };
}
