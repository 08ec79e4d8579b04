import type { Standing } from "../view.js";
import type { Choose } from "./fragment.js";
import { memo } from "./memo.js";
import { outcomeNames, toneOf } from "./outcome.js";
import { playerColour } from "./player-colour.js";

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
    before.index === after.index && before.isChosen === after.isChosen && isUnchanged(before.row, after.row),
);

function isUnchanged(a: Standing, b: Standing): boolean {
  return (
    a.player_id === b.player_id &&
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
