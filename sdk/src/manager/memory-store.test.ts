import { beforeEach, describe, expect, it } from "vitest";
import { MemoryStore } from "./memory-store.js";
import type { Member, RecordedResult } from "./store.js";

const member = (id: string): Member => ({
  role: "player",
  id,
  display_name: id,
  version: "1",
  game_types: ["even_odd"],
  endpoint: "http://127.0.0.1:8101/mcp",
  max_concurrent_matches: 1,
  wire: "canonical",
  conversation_id: "c",
});

const won: RecordedResult = {
  match_id: "R1M1",
  round_id: 1,
  referee_id: "REF01",
  status: "WIN",
  winner: "P01",
  score: { P01: 3, P02: 0 },
  drawn_number: 4,
  choices: { P01: "even", P02: "odd" },
};

let store: MemoryStore;

beforeEach(async () => {
  store = new MemoryStore();
  for (const id of ["P01", "P02"]) await store.admit(() => ({ member: member(id), token: `token-of-${id}` }));
});

describe("MemoryStore", () => {
  it("decides on the members of the very moment", async () => {
    const seen: number[] = [];
    await Promise.all(
      ["P03", "P04"].map((id) =>
        store.admit((members) => {
          seen.push(members.length);
          return { member: member(id), token: "t" };
        }),
      ),
    );
    expect(seen).toEqual([2, 3]);
  });

  it("knows whose token it is", async () => {
    expect(await store.holdsToken("P01", "token-of-P01")).toBe(true);
    expect(await store.holdsToken("P01", "token-of-P02")).toBe(false);
    expect(await store.holdsToken("P99", "token-of-P01")).toBe(false);
  });

  it("counts a result once", async () => {
    const { choices, score } = won;
    const [p1, p2] = [choices.P01 ?? null, choices.P02 ?? null];
    expect(await store.record(won)).toBe("recorded");
    expect(await store.record({ ...won, referee_id: "REF02", choices: { P02: p2, P01: p1 } })).toBe(
      "repeated",
    );
    expect(await store.record({ ...won, drawn_number: 6 })).toBe("conflicting");
    expect(await store.record({ ...won, choices: { P01: p1 } })).toBe("conflicting");
    expect(await store.record({ ...won, winner: "P02", score: { P01: 0, P02: 3 } })).toBe("conflicting");
    expect(await store.result("R1M1")).toEqual({ ...won, score });
    expect(await store.tallies()).toMatchObject([
      { player_id: "P01", played: 1, points: 3 },
      { player_id: "P02", played: 1, points: 0 },
    ]);
  });

  it("lets every referee report that a match was given to", async () => {
    await store.assign("R1M1", "REF01");
    await store.assign("R1M1", "REF02");
    const entitled = await Promise.all(["REF01", "REF02", "REF03"].map((id) => store.isAssigned("R1M1", id)));
    expect(entitled).toEqual([true, true, false]);
    expect(await store.isAssigned("R1M2", "REF01")).toBe(false);
  });
});
