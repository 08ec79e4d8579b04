import { describe, expect, it } from "vitest";
import { HttpStatusError, RpcReplyError, TimeoutError, UnreachableError } from "../../client/errors.js";
import { member } from "../../testing/contract-tests/samples.js";
import { LivenessTracker } from "../dispatch/liveness-tracker.js";
import { MemoryStore } from "../store/memory-store.js";
import { Acknowledgements, broadcast } from "./broadcast.js";

const members = ["P01", "P02", "P03"].map((id) => member(id));
const place = { method: "notify_round", url: "http://127.0.0.1:8101/mcp" };
const timeout = new TimeoutError(place, 10_000);

describe("broadcast", () => {
  const tracker = () => new LivenessTracker(() => {});
  const unreachable = new UnreachableError(place, new Error("refused"));
  const refusal = (code: number) => new RpcReplyError(place, { code, message: "refused" });
  it.each<[string, (Error | null)[], boolean]>([
    ["three timeouts", [timeout, timeout, timeout], true],
    ["three refused connections", [unreachable, unreachable, unreachable], true],
    ["an answer in between", [timeout, timeout, null, timeout, timeout], false],
    ["refusals", Array(3).fill(refusal(-32008)), false],
    ["internal errors", Array(3).fill(refusal(-32603)), false],
    ["HTTP 500", Array(3).fill(new HttpStatusError(place, 500, "")), false],
  ])("suspends members after %s: %3$s", async (_what, answers, isSuspended) => {
    const liveness = tracker();
    for (const error of answers) {
      const send = () => (error === null ? Promise.resolve({}) : Promise.reject(error));
      await broadcast(members, liveness, send, () => {});
    }
    expect(liveness.isSuspended("P01")).toBe(isSuspended);
  });

  it("rejects with errors that are no failed call", async () => {
    const broken = () => Promise.reject(new TypeError("a bug"));
    await expect(broadcast(members, tracker(), broken, () => {})).rejects.toThrow("a bug");
  });
});

it("each acknowledgement is stored before it resolves; those that arrive during a write are stored together", async () => {
  const writes: (readonly string[])[] = [];
  const waiting: (() => void)[] = [];
  const store = new MemoryStore();
  await store.acknowledge("round-1", ["P09"]);
  const write = store.acknowledge.bind(store);
  store.acknowledge = async (announcement, ids) => {
    writes.push(ids);
    await new Promise<void>((resolve) => waiting.push(resolve));
    await write(announcement, ids);
  };
  const known = await Acknowledgements.of("round-1", store);
  expect(["P01", "P09"].map((id) => known.has(member(id)))).toEqual([false, true]);
  const added = members.map((one) => known.add(one));
  expect(writes).toEqual([["P01"]]);
  waiting.shift()?.();
  await new Promise(setImmediate);
  expect(writes).toEqual([["P01"], ["P02", "P03"]]);
  expect(await store.acknowledged("round-1")).toEqual(new Set(["P09", "P01"]));
  waiting.shift()?.();
  await Promise.all(added);
  expect(await store.acknowledged("round-1")).toEqual(new Set(["P09", "P01", "P02", "P03"]));
  const again = known.add(member("P04"));
  expect(writes.at(-1)).toEqual(["P04"]);
  waiting.shift()?.();
  await again;
});
