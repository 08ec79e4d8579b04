import { expect, test } from "vitest";
import type { OutgoingRequest } from "../platform/transport.js";
import { addressKind, type EndpointPolicy, guardedTransport } from "./endpoint-policy.js";

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

const request: OutgoingRequest = {
  url: "http://a.example/mcp",
  body: "{}",
  signal: new AbortController().signal,
};

/** What a guarded transport sends on. */
async function sentUnder(policy: EndpointPolicy): Promise<OutgoingRequest | undefined> {
  let sent: OutgoingRequest | undefined;
  const transport = {
    send: async (passed: OutgoingRequest) => {
      sent = passed;
      return { status: 200, contentType: null, body: "" };
    },
  };
  await guardedTransport(transport, policy).send({ ...request });
  return sent;
}

test("a policy that is a class, and returns nothing for an allowed address, guards the request", async () => {
  class Policy {
    readonly #refused = "10.0.0.1";
    refuse = () => null;
    refuseAddress(_hostname: string, address: string) {
      if (address === this.#refused) return "not this one";
    }
  }
  const guard = (await sentUnder(new Policy() as unknown as EndpointPolicy))?.guard;
  expect(guard?.refuseAddress("a.example", "10.0.0.1")).toBe("not this one");
  expect(guard?.refuseAddress("a.example", "10.0.0.2")).toBeNull();
});

test("a policy without addresses guards no request", async () => {
  expect((await sentUnder({ refuse: () => null }))?.guard).toBeUndefined();
});
