import { expect, test } from "vitest";
import { addressKey } from "./remote-address.js";

test.each([
  ["127.0.0.1", null],
  ["127.8.0.1", null],
  ["::1", null],
  ["::ffff:127.0.0.1", null],
  ["::ffff:10.1.2.3", "10.1.2.3"],
  ["10.1.2.3", "10.1.2.3"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:db8::9", "2001:db8:0:0::/64"],
  ["::9", "0:0:0:0::/64"],
  [undefined, "unknown"],
])("%s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
