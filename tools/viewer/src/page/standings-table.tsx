/** The standings; rows glide to their new places. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Standing } from "../view.js";
import type { Choose } from "./fragment.js";
import { memo } from "./memo.js";
import { outcomeNames, toneOf } from "./outcome.js";
import { playerColour } from "./player-colour.js";
import type { Shown } from "./shown.js";

export interface StandingsProps extends Shown {
  readonly standings: readonly Standing[];
}

export function StandingsTable({ standings, choices, choose }: StandingsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  useGliding(body, standings);
  return (
    <section class="card standings" aria-labelledby="standings-title">
      <h2 id="standings-title">Standings</h2>
      {standings.length === 0 && <p class="empty">No player has registered yet.</p>}
      <div class="scroll">
        <table hidden={standings.length === 0} class={standings.length > mostGliding ? "many" : ""}>
          <thead>
            <tr>
              <th scope="col">
                <span class="out-of-sight">Rank</span>
              </th>
              <th scope="col" class="left">
                Player
              </th>
              <th scope="col" title="Played">
                P
              </th>
              <th scope="col" title="Wins">
                W
              </th>
              <th scope="col" title="Draws">
                D
              </th>
              <th scope="col" title="Losses">
                L
              </th>
              <th scope="col" class="left form">
                Form
              </th>
              <th scope="col">Points</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {standings.map((row) => (
              <StandingRow
                key={row.player_id}
                row={row}
                isChosen={choices.player === row.player_id}
                choose={choose}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface StandingRowProps {
  readonly row: Standing;
  readonly isChosen: boolean;
  readonly choose: Choose;
}

const StandingRow = memo(
  ({ row, isChosen, choose }: StandingRowProps) => (
    <tr data-id={row.player_id} class={isChosen ? "chosen" : undefined}>
      <td class="rank">
        {row.rank}
        <Movement moved={row.moved} />
      </td>
      <th scope="row">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={() => choose({ player: isChosen ? null : row.player_id })}
        >
          <span class="dot" style={{ background: playerColour(row.player_id) }} />
          <span class="name">{row.display_name}</span>
          <span class="id">{row.player_id}</span>
        </button>
      </th>
      <td>{row.played}</td>
      <td>{row.wins}</td>
      <td>{row.draws}</td>
      <td>{row.losses}</td>
      <td class="form">
        {row.form.map((letter, index) => (
          <span key={index} class={`letter ${toneOf(letter)}`} title={outcomeNames[letter]}>
            {letter}
          </span>
        ))}
      </td>
      <td class="points">{row.points}</td>
    </tr>
  ),
  (before, after) => before.isChosen === after.isChosen && looksSame(before.row, after.row),
);

function looksSame(a: Standing, b: Standing): boolean {
  return (
    a.rank === b.rank &&
    a.moved === b.moved &&
    a.points === b.points &&
    a.played === b.played &&
    a.wins === b.wins &&
    a.display_name === b.display_name &&
    a.form.join() === b.form.join()
  );
}

function Movement({ moved }: { readonly moved: number }) {
  if (moved === 0) return null;
  const [sign, word] = moved > 0 ? ["▲", "up"] : ["▼", "down"];
  const places = Math.abs(moved);
  return (
    <span class={`moved ${word}`} title={`${word} ${places} since the last round`}>
      <span aria-hidden="true">
        {sign}
        {places}
      </span>
      <span class="out-of-sight">{`${word} ${places}`}</span>
    </span>
  );
}

/** A longer table does not glide: its rows are too many to measure in a frame. */
const mostGliding = 40;
const glideMs = 260;

function useGliding(body: { readonly current: HTMLElement | null }, standings: readonly Standing[]): void {
  const places = useRef(new Map<string, number>());
  const order = standings.map(({ player_id }) => player_id).join(" ");
  useLayoutEffect(() => {
    const rows = [...(body.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
    if (rows.length > mostGliding) return;
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const row of rows) {
      const id = row.dataset.id ?? "";
      const before = places.current.get(id);
      places.current.set(id, row.offsetTop);
      if (before === undefined || before === row.offsetTop || calm) continue;
      const from = `translateY(${before - row.offsetTop}px)`;
      row.animate([{ transform: from }, { transform: "none" }], { duration: glideMs, easing: "ease-out" });
    }
  }, [order]);
}
