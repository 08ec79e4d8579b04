import { describe, expect, it } from "vitest";
import { MatchStore, mostClosedMatches, mostOpenMatches } from "./match-store.js";

const frame = (round_id: number | null = 1) => ({
  role_in_match: null,
  league_id: "cup",
  round_id,
  opponent_id: "P02",
});
const referee = (id: string, token = `token-of-${id}`) => ({ sender: `referee:${id}`, token });

describe("MatchStore", () => {
  it("has the same size after 100,000 matches as after some hundred", () => {
    const store = new MatchStore();
    for (let match = 0; match < 100_000; match++) {
      const open = store.invited(`M${match}`, referee("REF01"), frame());
      expect(store.finish(open)).toBe(true);
    }
    expect(store.size).toBe(mostClosedMatches);
    expect(store.latestOpen).toBeUndefined();
  });

  it("has a bounded size with invitations without a match", () => {
    const store = new MatchStore();
    for (let match = 0; match < 10_000; match++) store.invited(`M${match}`, referee(`REF${match}`), frame());
    expect(store.size).toBe(mostOpenMatches + mostClosedMatches);
  });

  it("has a bounded size with many referees that invite to one match", () => {
    const store = new MatchStore();
    for (let match = 0; match < 10_000; match++) store.invited("M1", referee(`REF${match}`), frame());
    expect(() => store.assertReferee("M1", referee("REF0"))).toThrow("another referee");
    expect(store.finish(store.assertReferee("M1", referee("REF9999")))).toBe(true);
  });

  it("counts the first result of a match and no other, from any sender", () => {
    const store = new MatchStore();
    const [first, second] = [referee("REF01"), referee("REF02")].map((one) =>
      store.invited("M1", one, frame()),
    );
    if (!first || !second) throw new Error("two matches");
    expect([store.finish(second), store.finish(second), store.finish(first)]).toEqual([true, false, false]);
  });

  it("aborts the strategy of a match when its own referee ends it, and for no other sender", () => {
    const store = new MatchStore();
    const ours = store.invited("M1", referee("REF01"), frame());
    const theirs = store.invited("M1", referee("REF66"), frame());
    store.finish(theirs);
    store.closeRounds(99);
    expect([ours.end.signal.aborted, theirs.end.signal.aborted]).toEqual([false, true]);
    store.finish(ours);
    expect(ours.end.signal.aborted).toBe(true);
  });

  it("closes the matches of complete rounds, and keeps later ones open", () => {
    const store = new MatchStore();
    for (const round of [1, 2, 3]) store.invited(`R${round}M1`, referee("REF01"), frame(round));
    store.closeRounds(2);
    expect(store.latestOpen?.match_id).toBe("R3M1");
    store.closeRounds(3);
    expect(store.latestOpen).toBeUndefined();
  });

  it("finds its matches by referee and token", () => {
    const store = new MatchStore();
    const open = store.invited("M1", referee("REF01"), frame());
    expect(store.invited("M1", referee("REF01"), frame())).toBe(open);
    expect(store.assertReferee("M1", referee("REF01"))).toBe(open);
    expect(() => store.assertReferee("M1", referee("REF01", "guessed"))).toThrow(
      expect.objectContaining({ code: "E012" }),
    );
    expect(() => store.assertReferee("M2", referee("REF01"))).toThrow(
      expect.objectContaining({ code: "E006" }),
    );
  });
});
