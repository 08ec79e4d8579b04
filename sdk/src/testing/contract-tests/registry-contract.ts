/** The contract of every store for members and their tokens. */
import { protocol } from "@league-v2/contract";
import type { Store } from "../../manager/store/store.js";
import { enrol, member, players, rounds } from "./samples.js";
import type { TestFunctions } from "./test-functions.js";

export function registryContract({ it, expect }: TestFunctions, open: () => Promise<Store>): void {
  it("is empty and open at first", async () => {
    const store = await open();
    expect(await store.state()).toBe("WAITING_FOR_REGISTRATIONS");
    expect(await store.members("player")).toEqual([]);
    expect(await store.schedule()).toEqual([]);
    expect(await store.completedRound()).toBeNull();
    expect(await store.tallies()).toEqual([]);
    expect(await store.member("P01")).toBeNull();
  });

  it("returns members unchanged, in order of registration, by role", async () => {
    const store = await open();
    await enrol(store, ["P02", "REF01", "P01"]);
    expect(await store.members("player")).toEqual([member("P02"), member("P01")]);
    expect(await store.members("referee")).toEqual([member("REF01", "referee")]);
    expect(await store.member("REF01")).toEqual(member("REF01", "referee"));
  });

  it("decides on one applicant at a time, also for concurrent ones", async () => {
    const store = await open();
    const applicants = Array.from({ length: 8 }, (_, index) => `X${index}`);
    const admitted = await Promise.all(
      applicants.map((id) =>
        store.admit((members, state) => {
          const next = { ...member(`P${members.length}`), display_name: `${id} ${state}` };
          return { member: next, token: "t" };
        }),
      ),
    );
    const ids = admitted.map((one) => ("member" in one ? one.member.id : ""));
    expect(ids.toSorted()).toEqual(applicants.map((_, index) => `P${index}`));
    expect((await store.members("player")).map(({ id }) => id)).toEqual(ids.toSorted());
  });

  it("returns a refusal unchanged, and stores nothing", async () => {
    const store = await open();
    const refusal = { kind: "full", of: Symbol("players") };
    expect(await store.admit(() => ({ refusal }))).toEqual({ refusal });
    expect(await store.members("player")).toEqual([]);
  });

  it("rejects with the error of a decision, and stores nothing", async () => {
    const store = await open();
    const broken = () => {
      throw new TypeError("a bug");
    };
    await expect(store.admit(broken)).rejects.toThrow("a bug");
    await enrol(store, ["P01"]);
    expect(await store.members("player")).toHaveLength(1);
  });

  it("finds the owner of a token", async () => {
    const store = await open();
    await enrol(store);
    expect(await store.holdsToken("P01", "token-of-P01")).toBe(true);
    for (const [id, token] of [
      ["P01", "token-of-P02"],
      ["P99", "token-of-P01"],
      ["P01", ""],
      ["P01", "token-of-P01 "],
    ] as const) {
      expect([id, token, await store.holdsToken(id, token)]).toEqual([id, token, false]);
    }
  });

  it("accepts the latest tokens of a member, and no older ones", async () => {
    const store = await open();
    await enrol(store);
    const added = Array.from({ length: protocol.tokens.valid }, (_, index) => `token-${index}`);
    for (const token of added.slice(1)) await store.addToken("P01", token);
    expect(await store.holdsToken("P01", "token-of-P01")).toBe(true);
    await store.addToken("P01", added[0] ?? "");
    expect(await store.holdsToken("P01", "token-of-P01")).toBe(false);
    for (const token of added) expect([token, await store.holdsToken("P01", token)]).toEqual([token, true]);
    expect(await store.holdsToken("P02", "token-0")).toBe(false);
    expect(await store.holdsToken("P02", "token-of-P02")).toBe(true);
    await store.addToken("P99", "stray");
    expect(await store.holdsToken("P99", "stray")).toBe(false);
  });

  it("starts a league once, with the members at that moment, also for concurrent calls", async () => {
    const store = await open();
    await enrol(store);
    const seen: string[][] = [];
    const begun = await Promise.all(
      [1, 2, 3].map(() =>
        store.begin((members) => {
          seen.push(members.map(({ id }) => id));
          return { rounds };
        }),
      ),
    );
    expect(begun.filter((one) => "begun" in one && one.begun)).toHaveLength(1);
    for (const one of begun) expect(one).toMatchObject({ rounds });
    for (const ids of seen) expect(ids.slice(0, players.length)).toEqual(players);
    expect(await store.schedule()).toEqual(rounds);
    expect(await store.state()).toBe("RUNNING_LEAGUE");
    expect(await store.begin(() => ({ rounds: [] }))).toEqual({ rounds, begun: false });
    expect(await store.schedule()).toEqual(rounds);
  });

  it("does not start a league whose draw refuses", async () => {
    const store = await open();
    expect(await store.begin(() => ({ refusal: "NO_REFEREES" }))).toEqual({ refusal: "NO_REFEREES" });
    expect(await store.state()).toBe("WAITING_FOR_REGISTRATIONS");
    expect(await store.schedule()).toEqual([]);
  });

  it("passes the state of the league to the admission decision", async () => {
    const store = await open();
    await enrol(store);
    await store.begin(() => ({ rounds }));
    expect(await store.admit((_, state) => ({ refusal: state }))).toEqual({ refusal: "RUNNING_LEAGUE" });
  });

  it("changes the state forward only", async () => {
    const store = await open();
    await enrol(store);
    await store.begin(() => ({ rounds }));
    await store.moveTo("WAITING_FOR_REGISTRATIONS");
    expect(await store.state()).toBe("RUNNING_LEAGUE");
    await store.moveTo("LEAGUE_COMPLETE");
    await store.moveTo("RUNNING_LEAGUE");
    expect(await store.state()).toBe("LEAGUE_COMPLETE");
    for (const [round, latest] of [
      [1, 1],
      [3, 3],
      [2, 3],
    ] as const) {
      await store.completeRound(round);
      expect(await store.completedRound()).toBe(latest);
    }
  });
}
