/** The CPU time of a league for one match, against the minimum for its exchanges. */
import { inRounds } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Row, Section } from "../report/section.ts";
import { exchangeInMemory, exchangeOverHttp, parsed } from "./floors.ts";
import { playInMemory } from "./in-memory.ts";
import { playOverHttp } from "./over-http.ts";
import { type RecordedLeague, recordLeague } from "./recorded-league.ts";

export interface FloorSizes {
  readonly inMemory: readonly number[];
  readonly overHttp: readonly number[];
  readonly rounds: number;
  /** Matches that each round plays, at least. */
  readonly matches: number;
  /** Matches that are played before: after them the engine has compiled what a long league runs. */
  readonly warmUpMatches: number;
}

const WARM_UP_PLAYERS = 30;

/** A large league is played in fewer rounds: one of 300 players takes minutes. */
const MOST_MATCHES = 50_000;

/** A match may take this many times its floor. */
const MOST = { inMemory: 2.5, overHttp: 1.7 };

/** Repeats the exchanges of a league without its agents. */
type Floor = (league: RecordedLeague) => () => void | Promise<void>;

const floorInMemory: Floor = ({ exchanges }) => {
  const messages = exchanges.map(parsed);
  return () => {
    for (const message of messages) exchangeInMemory(message);
  };
};

const floorOverHttp: Floor =
  ({ exchanges }) =>
  () =>
    exchangeOverHttp(exchanges);

export async function floorSections(sizes: FloorSizes): Promise<Section[]> {
  return [
    await section(
      {
        id: "match-cpu-memory",
        title: "Matches in memory: processor time for one match, every message validated both ways",
        floor: "the same messages written, parsed and validated, and nothing else (= 1)",
        most: MOST.inMemory,
      },
      { counts: sizes.inMemory, play: playInMemory, floor: floorInMemory },
      sizes,
    ),
    await section(
      {
        id: "match-cpu-http",
        title: "Matches over HTTP in one process: processor time for one match",
        floor: "as many exchanges of the same sizes through bare node:http, both sides (= 1)",
        most: MOST.overHttp,
      },
      { counts: sizes.overHttp, play: playOverHttp, floor: floorOverHttp },
      sizes,
    ),
  ];
}

interface Heading {
  readonly id: string;
  readonly title: string;
  readonly floor: string;
  readonly most: number;
}

interface Comparison {
  readonly counts: readonly number[];
  readonly play: (players: number) => Promise<number>;
  readonly floor: Floor;
}

async function section(
  { id, title, floor: reference, most }: Heading,
  comparison: Comparison,
  { rounds, matches, warmUpMatches }: FloorSizes,
): Promise<Section> {
  const rows: Row[] = [];
  for (const count of comparison.counts) {
    const league = await recordLeague(count);
    const repeat = comparison.floor(league);
    const works = {
      floor: async () => {
        await repeat();
        return league.matches;
      },
      league: () => comparison.play(count),
    };
    const names = ["floor", "league"] as const;
    await cpuMillisecondsForOne(works.floor, warmUpMatches);
    await cpuMillisecondsForOne(() => comparison.play(Math.min(count, WARM_UP_PLAYERS)), warmUpMatches);
    const fewer = Math.min(rounds, Math.max(1, Math.floor(MOST_MATCHES / league.total)));
    const costs = await inRounds(names, fewer, (name) => cpuMillisecondsForOne(works[name], matches));
    const [floor, own] = names.map((name) => costs.get(name) ?? []);
    const { median: ratio, low, high } = ratioByRound(own ?? [], floor ?? []);
    rows.push({
      name: `${count} players, ${league.total} matches`,
      ...{ ratio, low, high, value: median(own ?? []), unit: "ms" },
      aim: { of: "ratio", at: "most", limit: most },
      remark: `floor ${median(floor ?? []).toFixed(3)} ms, ${(league.exchanges.length / league.matches).toFixed(1)} exchanges`,
    });
  }
  return {
    id,
    title,
    reference,
    rows,
    notes: ["Processor time of the whole process, garbage collection included; floor and league in turns."],
  };
}

/** Over as many repetitions as it takes to play that many matches. */
async function cpuMillisecondsForOne(work: () => Promise<number>, matches: number): Promise<number> {
  const before = process.cpuUsage();
  let played = 0;
  while (played < matches) played += await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / played;
}
