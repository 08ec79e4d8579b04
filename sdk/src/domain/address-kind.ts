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

/** The format of URLs: the shortest form, in lower case. Zones (`%eth0`) do not change the range. */
function canonical(address: string): string {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const url = bare.includes(":") ? `http://[${bare}]` : `http://${bare}`;
  return URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? bare;
}

function dotted(high: string, low: string): string {
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}

/** Whether a host, with or without a port, is this machine, by its name or by an address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d{1,3}){3})(:\d+)?$/i.test(host);
}
