/** Invariants of a finished league, whichever processes were killed. */
import type { MatchRecord } from "@league-v2/sdk";
import {
  countMatch,
  emptyTally,
  type Member,
  type Rank,
  type RecordedResult,
  rank,
  type Store,
} from "@league-v2/sdk/store";
import { expect } from "vitest";
import type { Report, TrafficLog } from "./traffic-log.js";

export interface Evidence {
  readonly traffic: TrafficLog;
  /** The match records of the referees. */
  readonly records: readonly MatchRecord[];
  /** How many members there should be of each role. */
  readonly players: number;
  readonly referees: number;
}

/** No acknowledged result lost, none counted twice, all members as they registered, and the standings that follow. */
export async function expectConsistentLeague(
  store: Store,
  { traffic, records, players, referees }: Evidence,
): Promise<void> {
  expect(await store.state()).toBe("LEAGUE_COMPLETE");
  const members = await store.members("player");
  expect([members.length, (await store.members("referee")).length]).toEqual([players, referees]);
  await expectTokens(store, traffic);

  const matches = (await store.schedule()).flatMap((round) => round.matches);
  expect(matches).toHaveLength((players * (players - 1)) / 2);
  const results: RecordedResult[] = [];
  for (const { match_id } of matches) {
    const result = await store.result(match_id);
    if (result === null) throw new Error(`${match_id} has no result`);
    const [facts, acknowledged] = [factsOf(result), traffic.acknowledged.get(match_id)];
    if (acknowledged) expect(facts, `${match_id} as it was acknowledged`).toEqual(acknowledged);
    expect(traffic.sent.get(match_id), `${match_id} as it was reported`).toContainEqual(facts);
    // A referee whose report was recorded but not acknowledged may still repeat it, and writes its record after that.
    const kept = records
      .filter((one) => one.match_id === match_id)
      .map(({ outcome }) => factsOf({ ...outcome, match_id }));
    if (kept.length > 0) expect(kept, `${match_id} in the records of its referee`).toContainEqual(facts);
    results.push(result);
  }
  const standings = rank(await store.tallies());
  expect(standings).toEqual(sumOf(results, members));
  for (const { round_id, standings } of traffic.announced) {
    const counted = results.filter((result) => result.round_id <= round_id);
    expect(standings, `the standings of round ${round_id}`).toEqual(sumOf(counted, members));
  }
  expect(standings.reduce((sum, row) => sum + row.played, 0)).toBe(matches.length * 2);
}

/** The exported file has the same standings as the store. */
export async function expectTable(store: Store, standings: readonly Rank[]): Promise<void> {
  expect(standings).toEqual(rank(await store.tallies()));
}

/** Every issued token is valid, so that an agent continues with its id. */
async function expectTokens(store: Store, { tokens }: TrafficLog): Promise<void> {
  for (const [id, given] of tokens) {
    for (const token of given) expect(await store.holdsToken(id, token), `a token of ${id}`).toBe(true);
  }
}

function sumOf(results: readonly RecordedResult[], members: readonly Member[]): Rank[] {
  const table = members.map(({ id, display_name }) =>
    results
      .filter(({ score }) => Object.hasOwn(score, id))
      .reduce(
        (tally, { winner, score }) => countMatch(tally, { winner, points: new Map(Object.entries(score)) }),
        emptyTally(id, display_name),
      ),
  );
  return rank(table);
}

function factsOf({ match_id, winner, score, drawn_number, choices }: Report): Report {
  return { match_id, winner, score, drawn_number, choices };
}
