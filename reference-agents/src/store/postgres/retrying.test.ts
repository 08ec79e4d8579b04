import { seededRandom } from "@league-v2/sdk";
import { SimulatedPlatform } from "@league-v2/sdk/testing";
import { expect, it } from "vitest";
import { retrying } from "./retrying.js";

const never = new AbortController().signal;

/** Fails with the errors one after the other, then succeeds. */
function attempt(errors: readonly unknown[], signal = never) {
  const { clock } = new SimulatedPlatform();
  const left = [...errors];
  let calls = 0;
  const work = async () => {
    calls += 1;
    if (left.length > 0) throw left.shift();
    return "done";
  };
  const outcome = clock
    .run(retrying({ clock, random: seededRandom("1"), signal }, work), { limitMs: 100_000 })
    .catch((error: unknown) => error);
  return outcome.then((value) => ({ value, calls }));
}

const coded = (code: string) => Object.assign(new Error(code), { code });

it.each([
  ["a serialization failure", coded("40001")],
  ["a deadlock", coded("40P01")],
  ["a server that shuts down", coded("57P01")],
  ["a server that is not up yet", coded("57P03")],
  ["a refused connection", coded("ECONNREFUSED")],
  ["a connection exception", coded("08006")],
  ["a connection that ended", new Error("Connection terminated unexpectedly")],
  ["refusals of several addresses", new AggregateError([coded("ECONNREFUSED"), coded("ECONNREFUSED")])],
])("tries again after %s", async (_, error) => {
  expect(await attempt([error, error])).toEqual({ value: "done", calls: 3 });
});

it.each([
  ["a broken rule", coded("23505")],
  ["a full disk", coded("53100")],
  ["a wrong password", coded("28P01")],
  ["a fault of the program", new TypeError("x is not a function")],
])("gives up at once after %s", async (_, error) => {
  expect(await attempt([error])).toEqual({ value: error, calls: 1 });
});

it("gives up when the server does not restart, and when conflicts do not end", async () => {
  const gone = coded("ECONNREFUSED");
  const { value, calls } = await attempt(Array(1000).fill(gone));
  expect(value).toBe(gone);
  expect(calls).toBeGreaterThan(50);
  expect(calls).toBeLessThan(100);
  expect(await attempt(Array(1000).fill(coded("40001")))).toMatchObject({ calls: 20 });
});

it("gives up when the store is closed", async () => {
  expect(await attempt([coded("57P01")], AbortSignal.abort())).toMatchObject({ calls: 1 });
});
