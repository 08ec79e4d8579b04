/** The contracts of what an agent stores: its registration, and the matches of a referee. */
import type { RegistrationStore, StoredRegistration } from "../../agent/membership/registration.js";
import type { FinishedMatch, MatchJournal, TakenMatch } from "../../referee/match-journal.js";
import type { TestFunctions } from "./test-functions.js";

export const taken: TakenMatch = {
  league_id: "cup/1",
  round_id: 1,
  match_id: "R1M1",
  game_type: "even_odd",
  player_A_id: "P01",
  player_A_endpoint: "http://127.0.0.1:8101/mcp",
  player_B_id: "P02",
  player_B_endpoint: "http://127.0.0.1:8102/mcp",
  taken_at: 1_700_000_000_000,
};

const finished: FinishedMatch = {
  ...taken,
  conversation_id: "conv-R1M1",
  started_at: "2025-01-01T10:00:00.000Z",
  outcome: {
    status: "DRAW",
    winner: null,
    drawn_number: 4,
    number_parity: "even",
    choices: { P01: "even", P02: "even" },
    score: { P01: 1, P02: 1 },
    reason: "Draw.",
  },
  states: [{ state: "FINISHED", at: "2025-01-01T10:00:01.000Z" }],
  transcript: [
    { at: "2025-01-01T10:00:00.000Z", from: "referee:REF01", to: "P01", message: { round_id: 1 } },
  ],
};
const other: TakenMatch = { ...taken, match_id: "R1M2" };
const elsewhere: TakenMatch = { ...taken, league_id: "cup/2" };

/**
 * Declares the tests that every `MatchJournal` must pass.
 * @param place a new place, which the result opens: each time as the next process of the same referee does
 */
export function matchJournalContract(
  { it, expect }: TestFunctions,
  place: () => Promise<() => MatchJournal>,
): void {
  const idsIn = async (journal: MatchJournal) =>
    (await journal.load()).map(({ league_id, match_id }) => `${league_id} ${match_id}`).sort();

  it("is empty at first", async () => {
    const open = await place();
    expect(await open().load()).toEqual([]);
  });

  it("has each match in its newest state, also for the next process", async () => {
    const open = await place();
    const journal = open();
    for (const match of [taken, other, elsewhere, finished]) await journal.keep(match);
    expect(await idsIn(open())).toEqual(["cup/1 R1M1", "cup/1 R1M2", "cup/2 R1M1"]);
    expect(await open().load()).toContainEqual(finished);
    expect(await open().load()).toContainEqual(other);
  });

  it("removes one match of one league, and any number of times", async () => {
    const open = await place();
    for (const match of [taken, other, elsewhere]) await open().keep(match);
    for (const _ of [1, 2]) await open().remove(taken);
    expect(await idsIn(open())).toEqual(["cup/1 R1M2", "cup/2 R1M1"]);
  });

  it("is empty after it is cleared", async () => {
    const open = await place();
    for (const match of [finished, other]) await open().keep(match);
    await open().clear();
    expect(await open().load()).toEqual([]);
  });
}

const asked: StoredRegistration = {
  endpoint: "http://127.0.0.1:8101/mcp",
  conversation_id: "conv-register-1",
  registration: null,
};
const answered: StoredRegistration = {
  ...asked,
  registration: { id: "P01", league_id: "cup", auth_token: "f".repeat(32) },
};

/**
 * Declares the tests that every `RegistrationStore` must pass.
 * @param place a new place, which the result opens: each time as the next process of the same agent does
 */
export function registrationStoreContract(
  { it, expect }: TestFunctions,
  place: () => Promise<() => RegistrationStore>,
): void {
  it("has no registration at first", async () => {
    const open = await place();
    expect(await open().load()).toBeNull();
  });

  it("has the registration that was saved last, also for the next process", async () => {
    const open = await place();
    const store = open();
    for (const kept of [asked, answered, { ...answered, endpoint: "http://127.0.0.1:8102/mcp" }]) {
      await store.save(kept);
      expect(await store.load()).toEqual(kept);
      expect(await open().load()).toEqual(kept);
    }
  });
}
