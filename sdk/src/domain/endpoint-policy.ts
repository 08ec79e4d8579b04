/** Which addresses an agent may call (contract 10): a registration must not make a league manager call a third party. */
import type { AddressGuard, Transport } from "../platform/transport.js";

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

/** A transport that calls only addresses that the policy allows, checked after each name resolution. */
export function guardedTransport(transport: Transport, policy: EndpointPolicy): Transport {
  if (policy.refuseAddress === undefined) return transport;
  const guard: AddressGuard = {
    refuseAddress: (hostname, address) => policy.refuseAddress?.(hostname, address) ?? null,
  };
  return {
    send: (request) => transport.send({ guard, ...request }),
    close: async () => transport.close?.(),
  };
}

/** The kind of an address, by its range. */
export type AddressKind = "loopback" | "link_local" | "unspecified" | "multicast" | "other";

/** @param address IPv4 or IPv6 as text, with or without brackets; any other text is `other` */
export function addressKind(address: string): AddressKind {
  const plain = canonical(address);
  const inside = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(plain);
  if (inside !== null) return addressKind(dotted(`${inside[1]}`, `${inside[2]}`));
  if (plain === "::1" || /^127\.\d+\.\d+\.\d+$/.test(plain)) return "loopback";
  if (plain === "::" || /^0\.\d+\.\d+\.\d+$/.test(plain)) return "unspecified";
  if (/^169\.254\.\d+\.\d+$/.test(plain) || /^fe[89ab][0-9a-f]:/.test(plain)) return "link_local";
  // 224.0.0.0/4 and 240.0.0.0/4, which ends with the broadcast address.
  if (/^2(2[4-9]|[345]\d)\.\d+\.\d+\.\d+$/.test(plain) || /^ff[0-9a-f]{2}:/.test(plain)) return "multicast";
  return "other";
}

/** The format of URLs: IPv6 in its shortest form, in lower case. Zones (`%eth0`) do not change the range. */
function canonical(address: string): string {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  return bare.includes(":") ? (URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) ?? bare) : bare;
}

function dotted(high: string, low: string): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}

/** Whether a host, with or without a port, is this machine, by its name or by an address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})(:\d+)?$/i.test(host);
}
