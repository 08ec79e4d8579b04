/** The cost of watchers for a league. */
import { inRounds } from "../measure/rounds.ts";
import { median, ratioByRound } from "../measure/statistics.ts";
import type { Section } from "../report/section.ts";
import { type WatchedLeague, watchedLeague } from "./watched-league.ts";

export interface WatcherSizes {
  readonly rounds: number;
  /** Of the league that is watched. */
  readonly players: number;
  readonly watchers: number;
}

const mostPercent = 2;

export async function watcherSection({ players, watchers, rounds }: WatcherSizes): Promise<Section> {
  const leagues = await inRounds([0, watchers], rounds, (count) => watchedLeague(players, count));
  const [without = [], with_ = []] = leagues.values();
  const seconds = (all: readonly WatchedLeague[]) => all.map(({ cpuSeconds }) => cpuSeconds);
  const share = (all: readonly WatchedLeague[]) =>
    median(all.map(({ cpuSeconds, seconds }) => (100 * cpuSeconds) / seconds));
  const { median: ratio, low, high } = ratioByRound(seconds(with_), seconds(without));
  const more = median(
    with_.map((one, round) => (100 * (one.cpuSeconds - (without[round]?.cpuSeconds ?? 0))) / one.seconds),
  );
  const megabytes = median(with_.map(({ bytes }) => bytes)) / 1e6;
  return {
    id: "viewer-watchers",
    title: `Watchers of a league of ${players} players: processor time of the league`,
    reference: "no watcher",
    rows: [
      { name: "no watcher", ratio: 1, value: share(without), unit: "% of a processor" },
      {
        ...{ name: `${watchers} watchers`, ratio, low, high, value: more, unit: "% of a processor more" },
        aim: { of: "value", at: "most", limit: mostPercent },
        remark: `${megabytes.toFixed(0)} MB were sent`,
      },
    ],
    notes: [
      "Each choice takes its player a second. The process holds all agents; the watchers are another process.",
    ],
  };
}
