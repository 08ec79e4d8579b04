import { beforeEach, describe, expect, it } from "vitest";
import { MatchStore, mostClosedMatches, mostOpenMatches } from "./match-store.js";

const frame = (round_id = 1) => ({ role_in_match: null, league_id: "cup", round_id, opponent_id: "P02" });
const referee = (id: string, token = `token-of-${id}`) => ({ sender: `referee:${id}`, token });
const many = mostOpenMatches + mostClosedMatches + 1;

describe("MatchStore", () => {
  let store: MatchStore;

  beforeEach(() => {
    store = new MatchStore();
  });

  it("has a bounded size with finished matches, with invitations only, and with many referees of one match", () => {
    for (let match = 0; match < many; match++)
      expect(store.finish(store.invited(`M${match}`, referee("REF01"), frame()))).toBe(true);
    expect([store.size, store.latestOpen]).toEqual([mostClosedMatches, undefined]);
    for (let match = 0; match < many; match++) store.invited(`N${match}`, referee("REF01"), frame());
    expect(store.size).toBe(mostOpenMatches + mostClosedMatches);
    for (let count = 0; count < many; count++) store.invited("M", referee(`REF${count}`), frame());
    expect(() => store.assertReferee("M", referee("REF0"))).toThrow("another referee");
    expect(store.finish(store.assertReferee("M", referee(`REF${many - 1}`)))).toBe(true);
  });

  it("counts the first result of a match and no other, from any sender; its end aborts only its own strategy", () => {
    const ours = store.invited("M1", referee("REF01"), frame());
    const theirs = store.invited("M1", referee("REF02"), frame());
    expect([store.finish(theirs), store.finish(theirs)]).toEqual([true, false]);
    store.closeRounds(99);
    expect([ours.end.signal.aborted, theirs.end.signal.aborted]).toEqual([false, true]);
    expect(store.finish(ours)).toBe(false);
    expect(ours.end.signal.aborted).toBe(true);
  });

  it("finds its matches by referee and token", () => {
    const open = store.invited("M1", referee("REF01"), frame());
    expect(store.invited("M1", referee("REF01"), frame())).toBe(open);
    expect(store.assertReferee("M1", referee("REF01"))).toBe(open);
    const refused = (code: string) => expect.objectContaining({ code });
    expect(() => store.assertReferee("M1", referee("REF01", "guessed"))).toThrow(refused("E012"));
    expect(() => store.assertReferee("M2", referee("REF01"))).toThrow(refused("E006"));
  });
});
