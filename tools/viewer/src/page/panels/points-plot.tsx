/** Points over rounds, as lines. */

import { useMemo } from "preact/hooks";
import type { Points } from "../../table.js";
import type { Standing } from "../../view.js";
import { playerColour } from "../parts/format.js";
import type { Shown } from "../parts/fragment.js";

export interface PointsPlotProps extends Shown {
  readonly standings: readonly Standing[];
}

const [width, height] = [400, 190];
const margin = { left: 26, right: 40, top: 10, bottom: 22 };
/** More lines than this cannot be distinguished; the others are grey. */
const maxColoured = 8;

export function PointsPlot({ timeline, t, standings, choices }: PointsPlotProps) {
  const { points } = timeline;
  const all = useMemo(() => finalPoints(points), [points]);
  const rounds = Math.max(1, timeline.rounds.length);
  const most = Math.max(3, ...all.map((own) => own.at(-1) ?? 0));
  const x = (round: number) => margin.left + (round / rounds) * (width - margin.left - margin.right);
  const y = (value: number) =>
    height - margin.bottom - (value / most) * (height - margin.top - margin.bottom);
  const path = (own: readonly number[]) =>
    own
      .map((value, round) => `${round === 0 ? "M" : "L"}${x(round).toFixed(1)} ${y(value).toFixed(1)}`)
      .join("");
  const coloured = standings.filter(
    ({ player_id, rank }) => rank <= maxColoured || player_id === choices.player,
  );
  const labels = spread(coloured.map(({ player_id, points: value }) => ({ player_id, y: y(value) })));
  // The lines are drawn once for the whole league and clipped at the moment, because they are too many for each frame.
  const others = useMemo(() => (all.length > maxColoured ? all.map(path).join("") : ""), [all]);
  return (
    <section class="card plot" aria-labelledby="plot-title">
      <h2 id="plot-title">Points over rounds</h2>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary(standings)}>
        {steps(most).map((value) => (
          <g key={value} class="grid">
            <line x1={margin.left} x2={width - margin.right} y1={y(value)} y2={y(value)} />
            <text x={margin.left - 6} y={y(value) + 3} text-anchor="end">
              {value}
            </text>
          </g>
        ))}
        {steps(rounds).map((round) => (
          <text key={round} class="tick" x={x(round)} y={height - 6} text-anchor="middle">
            {round}
          </text>
        ))}
        {others !== "" && (
          <svg x={0} y={0} width={x(points.latestRound(t))} height={height} class="others" aria-hidden="true">
            <path d={others} />
          </svg>
        )}
        {coloured.toReversed().map(({ player_id }, place) => (
          <path
            key={place}
            class={`line ${choices.player === player_id ? "chosen" : choices.player === null ? "" : "dimmed"}`}
            d={path(points.of(player_id, t))}
            style={{ stroke: playerColour(player_id) }}
          />
        ))}
        {labels.map(({ player_id, y: top }, place) => (
          <text key={place} class="label" x={width - margin.right + 6} y={top + 3}>
            {player_id}
          </text>
        ))}
      </svg>
    </section>
  );
}

function finalPoints(points: Points): (readonly number[])[] {
  return Array.from(points.players, (id) => points.of(id, Number.POSITIVE_INFINITY));
}

/** Moves overlapping labels apart. */
function spread(labels: readonly { player_id: string; y: number }[]) {
  const apart = 11;
  let free = margin.top;
  const placed = labels.map((label) => {
    const place = Math.max(label.y, free);
    free = place + apart;
    return { ...label, y: place };
  });
  const excess = Math.max(0, (placed.at(-1)?.y ?? 0) - (height - margin.bottom));
  return placed.map((label) => ({ ...label, y: label.y - excess }));
}

function steps(most: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((one) => most / one <= 5) ?? most;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

function summary(standings: readonly Standing[]): string {
  const leaders = standings.slice(0, 3).map((row) => `${row.display_name} ${row.points}`);
  return `Points of each player after each round. ${leaders.join(", ")}.`;
}
