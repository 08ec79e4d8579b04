/** The standings. Rows of a short table move with an animation; a long table has only the visible rows in the document. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Standing } from "../../view.js";
import { outcomeNames, playerColour, toneOf } from "../parts/format.js";
import type { Choose, Shown } from "../parts/fragment.js";
import { memo, rem, rowsIn, useVisibleArea } from "../parts/virtual-list.js";

export interface StandingsProps extends Shown {
  readonly standings: readonly Standing[];
}

/** More rows than this would be too many to draw and to measure in a frame. */
const maxAnimatedRows = 40;
/** The row height of a long table, in units, as in the style. */
const rowHeight = 34;
/** The row of the titles. */
const headRows = 1;

export function StandingsTable({ standings, choices, choose }: StandingsProps) {
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const count = standings.length;
  const isLong = count > maxAnimatedRows;
  const visible = useVisibleArea(box);
  const { first, last } = isLong ? rowsIn(visible, rowHeight, count) : { first: 0, last: count };
  useRowAnimation(body, isLong ? [] : standings);
  return (
    <section class="card standings" aria-labelledby="standings-title">
      <h2 id="standings-title">Standings</h2>
      {count === 0 && <p class="empty">No player has registered yet.</p>}
      <div ref={box} class="scroll">
        {/* The room of the rows that are out of sight. */}
        <div style={{ padding: `${rem(first * rowHeight)} 0 ${rem((count - last) * rowHeight)}` }}>
          <table
            hidden={count === 0}
            class={isLong ? "long" : ""}
            aria-labelledby="standings-title"
            aria-rowcount={isLong ? count + headRows : undefined}
          >
            <Titles isLong={isLong} />
            <tbody ref={body}>
              {standings.slice(first, last).map((row, offset) => (
                <StandingRow
                  // While scrolling, a row element of a long table stays and shows another player.
                  key={isLong ? first + offset : row.player_id}
                  row={row}
                  index={isLong ? first + offset + headRows + 1 : undefined}
                  isChosen={choices.player === row.player_id}
                  choose={choose}
                />
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}

function Titles({ isLong }: { readonly isLong: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span class="out-of-sight">Rank</span>
        </th>
        <th scope="col" class="left">
          Player
        </th>
        {["Played", "Wins", "Draws", "Losses"].map((title) => (
          <th key={title} scope="col" title={title}>
            {title.charAt(0)}
          </th>
        ))}
        {!isLong && (
          <th scope="col" class="left form">
            Form
          </th>
        )}
        <th scope="col">Points</th>
      </tr>
    </thead>
  );
}

const glideMs = 260;

/**
 * Animates rows to their new positions.
 * @param body its rows have the players' ids as `data-id` @param standings their order is compared; empty for no animation
 */
function useRowAnimation(
  body: { readonly current: HTMLElement | null },
  standings: readonly Standing[],
): void {
  const places = useRef(new Map<string, number>());
  const order = standings.map(({ player_id }) => player_id).join(" ");
  useLayoutEffect(() => {
    if (order === "") return;
    const rows = [...(body.current?.children ?? [])].filter((row) => row instanceof HTMLElement);
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

export interface StandingRowProps {
  readonly row: Standing;
  /** The position, from 1, in a table with only the visible rows in the document; such a table shows no form. */
  readonly index: number | undefined;
  readonly isChosen: boolean;
  readonly choose: Choose;
}

export const StandingRow = memo(
  ({ row, index, isChosen, choose }: StandingRowProps) => (
    <tr data-id={row.player_id} class={isChosen ? "chosen" : undefined} aria-rowindex={index}>
      <td class="rank">
        {row.rank}
        <Movement moved={row.moved} />
      </td>
      <th scope="row">
        <button
          type="button"
          aria-pressed={isChosen}
          title={row.display_name}
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
      {index === undefined && (
        <td class="form">
          {row.form.map((letter, place) => (
            <span key={place} class={`letter ${toneOf(letter)}`} title={outcomeNames[letter]}>
              {letter}
            </span>
          ))}
        </td>
      )}
      <td class="points">{row.points}</td>
    </tr>
  ),
  (before, after) =>
    before.index === after.index &&
    before.isChosen === after.isChosen &&
    JSON.stringify(before.row) === JSON.stringify(after.row),
);

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
