/** The store calls of a match: the same number in the first and the last round, and in a large league. */
import { expect, it } from "vitest";
import { MemoryStore } from "../../src/manager/store/memory-store.js";
import type { Store } from "../../src/manager/store/store.js";
import { Managed } from "./managed.js";

/** The number of calls of each operation, by round, in a league of this size. */
async function use(players: number): Promise<Map<string, number>[]> {
  const rounds: Map<string, number>[] = [new Map()];
  const counted = new Proxy<Store>(new MemoryStore(), {
    get: (target, name: keyof Store) => {
      const method = target[name] as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        const round = rounds.at(-1);
        // The lease is renewed by time, not for each match.
        if (name !== "lease") round?.set(name, (round.get(name) ?? 0) + 1);
        return method.apply(target, args);
      };
    },
  });
  const platform = new Managed({
    players,
    referees: 1,
    store: counted,
    onEvent: ({ type }) => {
      if (type === "round_completed") rounds.push(new Map());
    },
  });
  await platform.enrol(players, 1);
  await platform.end();
  return rounds.slice(0, -1);
}

it("the number of store calls is the same in every round, and for a match in a league of any size", async () => {
  const [few, many] = [await use(4), await use(20)];
  // No round follows the last one, so that no results of a next round are read.
  const later = many.slice(1, -1);
  for (const round of later) expect(round).toEqual(later[0]);
  const each = { leaseMatch: 1, holdsToken: 1, isAssigned: 1, record: 1, result: 2 };
  for (const [rounds, matches] of [
    [few, 2],
    [many, 10],
  ] as const) {
    const { acknowledged, acknowledge, tallies, completeRound, ...ofMatches } = Object.fromEntries(
      rounds[1] ?? [],
    );
    expect(ofMatches).toEqual(
      Object.fromEntries(Object.entries(each).map(([name, n]) => [name, n * matches])),
    );
    expect({ acknowledged, tallies, completeRound }).toEqual({
      acknowledged: 3,
      tallies: 1,
      completeRound: 1,
    });
    // Concurrent ones are written together: at most one write for each player and announcement.
    expect(acknowledge).toBeLessThanOrEqual(3 * (2 * matches + 1));
  }
});
