/** The key of a connection's remote address for the limits. */

/** IPv4 on an IPv6 socket. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The length of the IPv6 prefix that a provider assigns to one customer. */
const networkGroups = 4;

/**
 * The address that is limited; null for this machine, whose agents all have the same one.
 * IPv6 is limited by its /64 network: one host usually has all addresses of it.
 */
export function addressKey(address: string | undefined): string | null {
  if (address === undefined) return "unknown";
  const plain = mapped.exec(address)?.[1] ?? address;
  if (plain.startsWith("127.") || plain === "::1") return null;
  // Node sets the remote address of a socket, so this is IPv4 or IPv6.
  return plain.includes(":") ? networkOf(plain) : plain;
}

function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - rest.length);
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...rest];
  return `${all.slice(0, networkGroups).join(":")}::/64`;
}
