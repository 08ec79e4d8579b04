/** The processor time of a league for one match, over the least that its exchanges can take. */
import { floorInMemory, floorOverHttp } from "./floors.ts";
import { type Exchange, playInMemory, playOverHttp } from "./leagues.ts";
import { atMost, inRounds, type Section } from "./report.ts";

interface Kind {
  readonly title: string;
  readonly floor: string;
  readonly floorOf: (exchanges: readonly Exchange[]) => () => void | Promise<void>;
  readonly play: (players: number) => Promise<number>;
  /** Number of players → times the floor. */
  readonly limits: Readonly<Record<number, number>>;
}

/** Warm-up matches are played before: after them the engine has compiled what a long league runs. */
const full = { rounds: 5, matches: 500, warmUp: 2_000 };
const quick = { rounds: 1, matches: 45, warmUp: 45 };

const inMemory: Kind = {
  title: "Matches in memory",
  floor: "the same messages written, parsed and validated",
  floorOf: floorInMemory,
  play: playInMemory,
  limits: { 10: 3.4, 100: 1.8 },
};

const overHttp: Kind = {
  title: "Matches over HTTP in one process",
  floor: "as many exchanges of the same sizes through bare node:http, both sides",
  floorOf: floorOverHttp,
  play: playOverHttp,
  limits: { 10: 2, 30: 2.1 },
};

/** A larger league would take minutes before the first round. */
const WARM_UP_PLAYERS = 30;

export async function matches(isQuick: boolean): Promise<Section[]> {
  const sections: Section[] = [];
  for (const kind of [inMemory, overHttp]) {
    const counts = isQuick ? [10] : Object.keys(kind.limits).map(Number);
    for (const players of counts) sections.push(await section(kind, players, isQuick ? quick : full));
  }
  return sections;
}

async function section(kind: Kind, players: number, sizes: typeof full): Promise<Section> {
  const { title, floor, floorOf, play, limits } = kind;
  const exchanges: Exchange[] = [];
  const count = await playInMemory(players, exchanges);
  const repeat = floorOf(exchanges);
  const repeated = async () => {
    await repeat();
    return count;
  };
  const limit = limits[players];
  const league = { name: "the league", work: () => play(players), ...(limit && { limit: atMost(limit) }) };
  await cpuMilliseconds(repeated, sizes.warmUp);
  await cpuMilliseconds(() => play(Math.min(players, WARM_UP_PLAYERS)), sizes.warmUp);
  const rows = await inRounds(
    [{ name: "floor", work: repeated, remark: floor }, league],
    sizes.rounds,
    ({ work }) => cpuMilliseconds(work, sizes.matches),
  );
  const each = (exchanges.length / count).toFixed(1);
  return {
    title: `${title}, ${players} players, ${count} matches of ${each} exchanges: processor time for one match`,
    unit: "ms",
    rows,
  };
}

/** For one match, over as many repetitions as it takes to play that many. */
async function cpuMilliseconds(work: () => Promise<number>, matches: number): Promise<number> {
  const before = process.cpuUsage();
  let played = 0;
  while (played < matches) played += await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / played;
}
