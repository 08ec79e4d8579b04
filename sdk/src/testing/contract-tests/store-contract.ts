import type { Store } from "../../manager/store/store.js";
import { matchContract } from "./match-contract.js";
import { registryContract } from "./registry-contract.js";
import { enrol, rounds, unplayed, won } from "./samples.js";
import type { TestFunctions } from "./test-functions.js";

export interface StoreContractOptions {
  /** For a durable store: opens a second one on the same league, as another process does. */
  readonly again?: (store: Store) => Promise<Store>;
}

/**
 * Declares the tests that every `Store` must pass.
 * @param open opens an empty store of a new league; the tests do not close all of them
 */
export function storeContract(
  test: TestFunctions,
  open: () => Promise<Store>,
  { again }: StoreContractOptions = {},
): void {
  registryContract(test, open);
  matchContract(test, open);
  if (again !== undefined) sharingContract(test, open, again);
}

function sharingContract(
  { it, expect }: TestFunctions,
  open: () => Promise<Store>,
  again: (store: Store) => Promise<Store>,
): void {
  it("all data is available to the next store that is opened on the league", async () => {
    const store = await open();
    await enrol(store);
    await store.addToken("P01", "second");
    await store.begin(() => ({ rounds }));
    await store.leaseMatch("R3M1", "REF02", { capacity: 1, now: 0, until: 10 });
    await store.record(won);
    await store.completeRound(1);
    await store.acknowledge("round-1", ["P01"]);
    await store.lease("season", "a", { now: 0, until: 10 });
    const next = await again(store);
    const questions = [
      (one: Store) => one.state(),
      (one: Store) => one.members("player"),
      (one: Store) => one.members("referee"),
      (one: Store) => one.schedule(),
      (one: Store) => one.completedRound(),
      (one: Store) => one.result("R1M1"),
      (one: Store) => one.tallies(),
      (one: Store) => one.acknowledged("round-1"),
    ];
    for (const question of questions) expect(await question(next)).toEqual(await question(store));
    expect(await next.holdsToken("P01", "second")).toBe(true);
    expect(await next.holdsToken("P01", "token-of-P01")).toBe(true);
    expect(await next.holdsToken("P01", "third")).toBe(false);
    expect(await next.isAssigned("R3M1", "REF02")).toBe(true);
    const full = { kind: "full", until: 10 };
    expect(await next.leaseMatch("R2M1", "REF02", { capacity: 1, now: 0, until: 10 })).toEqual(full);
    expect(await next.lease("season", "b", { now: 9, until: 20 })).toBe(false);
    expect(await next.record(won)).toBe("repeated");
    await next.close();
    await store.close();
  });

  it("a store is notified of results that another one has recorded, and a result of both counts once", async () => {
    const store = await open();
    await enrol(store);
    const other = await again(store);
    const notified = new Promise<string>((resolve) => other.onRecorded(resolve));
    const outcomes = await Promise.all([store, other, store, other].map((one) => one.record(won)));
    expect(outcomes.toSorted()).toEqual(["recorded", "repeated", "repeated", "repeated"]);
    expect(await notified).toBe("R1M1");
    const racing = [store, other, store, other].map((one) => one.record(unplayed));
    expect((await Promise.all(racing)).filter((outcome) => outcome === "recorded")).toHaveLength(1);
    expect(await other.tallies()).toEqual(await store.tallies());
    expect(await store.tallies()).toMatchObject([{ played: 2 }, { played: 1 }, { played: 1 }]);
    await other.close();
    await store.close();
  });

  it("two concurrent requests lease no more matches than a referee can play", async () => {
    const store = await open();
    await enrol(store);
    const other = await again(store);
    const terms = { capacity: 2, now: 0, until: 10 };
    const leases = await Promise.all(
      ["R1M1", "R1M2", "R1M3", "R1M1", "R1M2", "R1M3"].map((match_id, index) =>
        (index < 3 ? store : other).leaseMatch(match_id, "REF01", terms),
      ),
    );
    expect(leases.filter(({ kind }) => kind === "leased")).toHaveLength(2);
    await other.close();
    await store.close();
  });
}
