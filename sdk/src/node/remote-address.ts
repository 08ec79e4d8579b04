/** The key of a connection's remote end for the limits. */

/** IPv4 that came over an IPv6 socket. */
const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Where the half of an IPv6 address ends that a provider gives to one customer. */
const networkGroups = 4;

/**
 * The address to count by; null for this machine itself, whose agents all have the same one.
 * IPv6 counts by its /64 network: one host usually has all addresses of it.
 */
export function addressKey(address: string | undefined): string | null {
  if (address === undefined) return "unknown";
  const plain = mapped.exec(address)?.[1] ?? address;
  if (plain.startsWith("127.") || plain === "::1") return null;
  // Node says where a socket comes from, so this is an address of one kind or the other.
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
