/** Whole leagues: what one match costs, and whether it costs the same in a larger league. */
import { inRounds } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Section } from "../report/section.ts";
import { playInMemory } from "./in-memory.ts";
import { playOverHttp } from "./over-http.ts";

export interface MatchSizes {
  /** Players of each league; the first is what the others are compared with. */
  readonly players: readonly number[];
  readonly rounds: number;
  /** Matches that each round plays in leagues of each size, at least; a small league is played again and again. */
  readonly matches: number;
}

/** Plays one league of that many players to its end; resolves with the number of its matches. */
type Play = (players: number) => Promise<number>;

/** A match of a larger league may cost this many times one of the smallest. */
const MOST_GROWTH = 1.25;

/** Players of the league that is played before the first round. */
const WARM_UP = 30;

export async function matchSections(sizes: MatchSizes): Promise<Section[]> {
  return [
    await section(
      "matches-memory",
      "Matches in memory, on simulated time: time for one match",
      playInMemory,
      sizes,
    ),
    await section("matches-http", "Matches over HTTP on loopback: time for one match", playOverHttp, sizes),
  ];
}

async function section(id: string, title: string, play: Play, sizes: MatchSizes): Promise<Section> {
  const { players, rounds, matches } = sizes;
  await play(WARM_UP);
  const costs = await inRounds(players, rounds, (count) => millisecondsForOne(play, count, matches));
  const [first = 0] = players;
  return {
    id,
    title,
    reference: nameOf(first),
    rows: players.map((count) => {
      const own = costs.get(count) ?? [];
      const { median: ratio, low, high } = ratioByRound(own, costs.get(first) ?? []);
      const value = median(own);
      const remark = `${Math.round(1000 / value)} matches/s`;
      const row = { name: nameOf(count), ratio, low, high, value, unit: "ms", remark };
      return count === first ? row : { ...row, aim: { of: "ratio", at: "most", limit: MOST_GROWTH } };
    }),
    notes: [
      "Everything counts: registration, announcements, every message validated where it is sent and where it arrives, standings.",
      "All agents share one process, so that there is one processor for all of them.",
    ],
  };
}

function nameOf(players: number): string {
  return `${players} players, ${(players * (players - 1)) / 2} matches`;
}

/** Over as many leagues as it takes to play that many matches. */
async function millisecondsForOne(play: Play, players: number, matches: number): Promise<number> {
  const begin = performance.now();
  let played = 0;
  while (played < matches) played += await play(players);
  return (performance.now() - begin) / played;
}
