/** Luck or skill: the ranks of a strategy in many leagues. */

import { useState } from "preact/hooks";
import { type Interval, type Place, rankSummary } from "../league/rank-statistics.js";
import type { LeagueRequest } from "../league/request.js";

export interface RankPanelProps {
  readonly request: LeagueRequest;
  readonly places: readonly Place[];
}

const verdicts = {
  better: "Skill: better than its opponents",
  "no different": "Luck: no different from its opponents",
  worse: "Worse than its opponents",
} as const;

export function RankPanel({ request, places }: RankPanelProps) {
  const players = request.opponents.length + 1;
  const { leagues, mean, first, byLuck, verdict, shares } = rankSummary(places, players);
  const lastSeed = request.seed + leagues - 1;
  return (
    <>
      <h2>{verdicts[verdict]}</h2>
      <p>
        Mean rank <strong>{mean.value.toFixed(2)}</strong>, {between(mean, (value) => value.toFixed(2))}.
        Players that are all alike have a mean of {byLuck.toFixed(2)}.
      </p>
      <p>
        Leagues won: <strong>{percent(first.value)}</strong>, {between(first, percent)}.
      </p>
      <table class="ranks">
        <caption>
          {leagues.toLocaleString("en")} leagues, seeds {request.seed} to {lastSeed}; players with the same
          points and wins share their ranks
        </caption>
        <thead>
          <tr>
            <th scope="col">Rank</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share, index) => (
            <tr key={`${index + 1}`}>
              <th scope="row">{index + 1}</th>
              <td>
                <meter min={0} max={1} value={share} aria-label={`Share of rank ${index + 1}`} />{" "}
                {percent(share)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function between({ low, high }: Interval, shown: (value: number) => string): string {
  return `with 95 % confidence between ${shown(low)} and ${shown(high)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A thousand leagues give a mean rank within a tenth, in a league of four. */
const counts = [100, 1000] as const;

/** Starts the same league with many seeds. */
export function ManyLeagues({ onStart }: { readonly onStart: (count: number) => void }) {
  const [count, setCount] = useState<number>(1000);
  return (
    <p class="buttons">
      <button type="button" onClick={() => onStart(count)}>
        Luck or skill?
      </button>
      <label>
        <select value={count} onChange={({ currentTarget: { value } }) => setCount(Number(value))}>
          {counts.map((one) => (
            <option key={one} value={one}>
              {one.toLocaleString("en")}
            </option>
          ))}
        </select>{" "}
        leagues, each with a different seed
      </label>
    </p>
  );
}
