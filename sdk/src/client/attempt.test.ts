import { protocolBackoff } from "@league-v2/contract";
import { expect, test } from "vitest";
import { seededRandom } from "../platform/seeded-random.js";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { TransportError } from "../platform/transport.js";
import { attempt } from "./attempt.js";

test("a transport that says that the reply will be late has missed the deadline", async () => {
  const send = () => Promise.reject(new TransportError("late", "the agent has had its time"));
  const clock = new SimulatedClock();
  const started = clock.now();
  const tools = { transport: { send }, clock, random: seededRandom("late"), backoff: protocolBackoff };
  const place = { method: "ping", url: "http://127.0.0.1:8101/mcp" };
  const asked = attempt(tools, { place, body: "{}", deadlineMs: 1000, signal: undefined });
  await expect(asked).rejects.toMatchObject({ name: "TimeoutError", code: "E001" });
  expect(clock.now()).toBe(started);
});
