import { expect, test } from "vitest";
import { addressKind } from "./address-kind.js";

test.each([
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["::1", "loopback"],
  ["[::1]", "loopback"],
  ["0:0:0:0:0:0:0:1", "loopback"],
  ["::ffff:127.0.0.1", "loopback"],
  ["::ffff:7f00:1", "loopback"],
  ["0.0.0.0", "unspecified"],
  ["::", "unspecified"],
  ["169.254.169.254", "link_local"],
  ["::ffff:169.254.169.254", "link_local"],
  ["fe80::1%eth0", "link_local"],
  ["FEBF::1", "link_local"],
  ["224.0.0.1", "multicast"],
  ["255.255.255.255", "multicast"],
  ["ff02::1", "multicast"],
  ["10.0.0.1", "other"],
  ["223.1.2.3", "other"],
  ["169.253.0.1", "other"],
  ["2001:db8::1", "other"],
  ["fec0::1", "other"],
  ["no address", "other"],
])("%s is %s", (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});
