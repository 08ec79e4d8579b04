import { describe, expect, it } from "vitest";
import { HttpStatusError, RpcReplyError, TimeoutError, UnreachableError } from "../client/errors.js";
import { broadcast } from "./broadcast.js";
import { LivenessTracker } from "./liveness-tracker.js";
import type { Member } from "./store.js";

const place = { method: "notify_round", url: "http://127.0.0.1:8101/mcp" };
const timeout = new TimeoutError(place, 10_000);

const member = (id: string): Member => ({
  role: "player",
  id,
  display_name: id,
  version: "1",
  game_types: ["even_odd"],
  endpoint: place.url,
  max_concurrent_matches: 1,
  conversation_id: "c",
});

const members = ["P01", "P02", "P03"].map(member);
const quiet = () => {};

function suspended(id: string): { liveness: LivenessTracker; changes: string[] } {
  const changes: string[] = [];
  const liveness = new LivenessTracker((who, state) => changes.push(`${who} ${state}`));
  for (let miss = 0; miss < 3; miss++) liveness.missed(id);
  return { liveness, changes };
}

describe("broadcast", () => {
  it("does not wait for a suspended member, and ends the suspension on its answer", async () => {
    const { liveness, changes } = suspended("P02");
    let answer: (value: unknown) => void = quiet;
    const background: Promise<unknown>[] = [];
    const send = (to: Member) =>
      to.id === "P02" ? new Promise((resolve) => (answer = resolve)) : Promise.resolve({});
    const delivery = await broadcast(members, liveness, send, (work) => background.push(work));
    expect(delivery.missed.map(({ id }) => id)).toEqual(["P02"]);
    expect(changes).toEqual(["P02 SUSPENDED"]);
    answer({});
    await Promise.all(background);
    expect(changes).toEqual(["P02 SUSPENDED", "P02 ACTIVE"]);
  });

  it.each([
    ["a timeout", timeout, true],
    ["a refused connection", new UnreachableError(place, new Error("refused")), true],
    ["a refusal", new RpcReplyError(place, { code: -32008, message: "INVALID_STATE" }), false],
    ["an internal error", new RpcReplyError(place, { code: -32603, message: "Internal error" }), false],
    ["HTTP 500", new HttpStatusError(place, 500, ""), false],
  ])("counts %s as silence: %s", async (_what, error, isSilence) => {
    const liveness = new LivenessTracker(quiet);
    for (let time = 0; time < 3; time++) {
      await broadcast(members, liveness, () => Promise.reject(error), quiet);
    }
    expect(liveness.isSuspended("P01")).toBe(isSilence);
  });

  it("resets the count of misses after an answer", async () => {
    const liveness = new LivenessTracker(quiet);
    for (const fails of [true, true, false, true, true]) {
      await broadcast(
        members,
        liveness,
        () => (fails ? Promise.reject(timeout) : Promise.resolve({})),
        quiet,
      );
    }
    expect(liveness.isSuspended("P01")).toBe(false);
  });

  it("rejects with errors that are no failed call", async () => {
    const broken = () => Promise.reject(new TypeError("a bug"));
    await expect(broadcast(members, new LivenessTracker(quiet), broken, quiet)).rejects.toThrow("a bug");
  });
});
