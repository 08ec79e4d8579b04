import { protocolBackoff } from "@league-v2/contract";
import { expect, test } from "vitest";
import { seededRandom } from "../platform/seeded-random.js";
import { SimulatedClock } from "../platform/simulated-clock.js";
import type { OutgoingRequest } from "../platform/transport.js";
import { attempt } from "./attempt.js";

/** The requests that a transport receives. */
async function requestsOf(calls: number, signal?: AbortSignal): Promise<OutgoingRequest[]> {
  const clock = new SimulatedClock();
  const sent: OutgoingRequest[] = [];
  const send = async (request: OutgoingRequest) => {
    sent.push(request);
    return { status: 200, contentType: null, body: "" };
  };
  const tools = { transport: { send }, clock, random: seededRandom("attempt"), backoff: protocolBackoff };
  const place = { method: "ping", url: "http://127.0.0.1:8101/mcp" };
  for (let call = 0; call < calls; call++)
    await attempt(tools, { place, body: "{}", deadlineMs: 1000, signal });
  return sent;
}

test("all requests share one getter, so that no hidden class keeps sent messages in memory", async () => {
  const getters = (await requestsOf(3)).map((one) => Object.getOwnPropertyDescriptor(one, "signal")?.get);
  expect(getters[0]).toBeInstanceOf(Function);
  expect(new Set(getters).size).toBe(1);
});

test("a copy of a request has its signal", async () => {
  const [request] = await requestsOf(1);
  expect({ ...request }.signal).toBeInstanceOf(AbortSignal);
  expect({ ...request }.signal).toBe(request?.signal);
});
