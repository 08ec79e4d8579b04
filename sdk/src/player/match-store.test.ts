import { describe, expect, it } from "vitest";
import { MatchStore, mostOpenMatches, rememberedMatches } from "./match-store.js";

const frame = (round_id: number | null = 1) => ({ league_id: "cup", round_id, opponent_id: "P02" });
const referee = (id: string, token = `token-of-${id}`) => ({ sender: `referee:${id}`, token });

describe("MatchStore", () => {
  it("stays as small after 100,000 matches as after some hundred", () => {
    const book = new MatchStore();
    for (let match = 0; match < 100_000; match++) {
      const open = book.invited(`M${match}`, referee("REF01"), frame());
      expect(book.finish(open)).toBe(true);
    }
    expect(book.size).toBe(rememberedMatches);
    expect(book.latestOpen).toBeUndefined();
  });

  it("does not grow by invitations that lead to no match", () => {
    const book = new MatchStore();
    for (let match = 0; match < 10_000; match++) book.invited(`M${match}`, referee(`REF${match}`), frame());
    expect(book.size).toBe(mostOpenMatches + rememberedMatches);
  });

  it("does not grow by many referees that invite to one match", () => {
    const book = new MatchStore();
    for (let match = 0; match < 10_000; match++) book.invited("M1", referee(`REF${match}`), frame());
    expect(() => book.fromReferee("M1", referee("REF0"))).toThrow("another referee");
    expect(book.finish(book.fromReferee("M1", referee("REF9999")))).toBe(true);
  });

  it("counts the first result of a match and no other, from any sender", () => {
    const book = new MatchStore();
    const [first, second] = [referee("REF01"), referee("REF02")].map((one) =>
      book.invited("M1", one, frame()),
    );
    if (!first || !second) throw new Error("two matches");
    expect([book.finish(second), book.finish(second), book.finish(first)]).toEqual([true, false, false]);
  });

  it("aborts what is thought about a match when its own referee ends it, and for no other sender", () => {
    const book = new MatchStore();
    const ours = book.invited("M1", referee("REF01"), frame());
    const theirs = book.invited("M1", referee("REF66"), frame());
    book.finish(theirs);
    book.closeRounds(99);
    expect([ours.end.signal.aborted, theirs.end.signal.aborted]).toEqual([false, true]);
    book.finish(ours);
    expect(ours.end.signal.aborted).toBe(true);
  });

  it("closes the matches of complete rounds, and keeps later ones open", () => {
    const book = new MatchStore();
    for (const round of [1, 2, 3]) book.invited(`R${round}M1`, referee("REF01"), frame(round));
    book.closeRounds(2);
    expect(book.latestOpen?.match_id).toBe("R3M1");
    book.closeRounds(3);
    expect(book.latestOpen).toBeUndefined();
  });

  it("finds its matches by referee and token", () => {
    const book = new MatchStore();
    const open = book.invited("M1", referee("REF01"), frame());
    expect(book.invited("M1", referee("REF01"), frame())).toBe(open);
    expect(book.fromReferee("M1", referee("REF01"))).toBe(open);
    expect(() => book.fromReferee("M1", referee("REF01", "guessed"))).toThrow(
      expect.objectContaining({ code: "E012" }),
    );
    expect(() => book.fromReferee("M2", referee("REF01"))).toThrow(expect.objectContaining({ code: "E006" }));
  });
});
