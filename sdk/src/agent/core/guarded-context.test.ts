import { expect, test } from "vitest";
import type { EndpointPolicy } from "../../domain/endpoint-policy.js";
import type { OutgoingRequest } from "../../platform/transport.js";
import type { AgentContext } from "./agent.js";
import { guardedContext } from "./guarded-context.js";

const request: OutgoingRequest = {
  url: "http://a.example/mcp",
  body: "{}",
  signal: new AbortController().signal,
};

/** What the transport of a guarded context sends on. */
async function sentUnder(policy: EndpointPolicy): Promise<OutgoingRequest | undefined> {
  let sent: OutgoingRequest | undefined;
  const transport = {
    send: async (passed: OutgoingRequest) => {
      sent = passed;
      return { status: 200, contentType: null, body: "" };
    },
  };
  const { transport: guarded } = guardedContext({ transport } as unknown as AgentContext, policy);
  await guarded.send({ ...request });
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
