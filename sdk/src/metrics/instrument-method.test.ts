import { expect, test } from "vitest";
import { SimulatedClock } from "../platform/simulated-clock.js";
import { RpcError } from "../rpc/rpc-error.js";
import { Exchanges } from "./exchanges.js";
import { instrumentMethod } from "./instrument-method.js";

function instrumented(call: () => unknown) {
  const served = new Exchanges(["m"]);
  const method = instrumentMethod("m", { call }, served, new SimulatedClock());
  const outcomes = () => Object.fromEntries(served.rows[0]?.[1].outcomes ?? []);
  return { answer: () => method.call({}, undefined), outcomes };
}

const throwing = (error: Error) => () => {
  throw error;
};

test.each([
  ["an answer", () => 1, "answered"],
  ["a later answer", async () => 1, "answered"],
  ["a refusal", throwing(new RpcError(-32001, "no")), "refused"],
  ["a later refusal", () => Promise.reject(new RpcError(-32001, "no")), "refused"],
  ["a fault", throwing(new TypeError("x")), "failed"],
])("%s is counted once", async (_, call, outcome) => {
  const { answer, outcomes } = instrumented(call);
  await (async () => answer())().catch(() => {});
  expect(outcomes()).toEqual({ [outcome]: 1 });
});
