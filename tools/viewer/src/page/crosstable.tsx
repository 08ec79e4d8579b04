/** Every player against every other, in order of rank. */
import { useMemo } from "preact/hooks";
import { outcomeFor } from "../table.js";
import type { MatchView, OutcomeLetter, Standing } from "../view.js";
import type { Shown } from "./app.js";
import { outcomeNames, toneOf } from "./outcome.js";
import { VirtualList } from "./virtual-list.js";

export interface CrosstableProps extends Shown {
  readonly matches: readonly MatchView[];
  readonly standings: readonly Standing[];
}

interface Cell {
  readonly match_id: string;
  readonly letter: OutcomeLetter | null;
  readonly state: MatchView["state"];
}

export function Crosstable({ matches, standings, timeline, choose }: CrosstableProps) {
  const cells = useMemo(() => cellsOf(matches), [matches]);
  const ids = standings.map(({ player_id }) => player_id);
  return (
    <section class="card crosstable" aria-label="Crosstable">
      <p class="legend">
        {(["W", "D", "L", "T"] as const).map((letter) => (
          <span key={letter}>
            <span class={`letter ${toneOf(letter)}`}>{letter}</span> {outcomeNames[letter]}
          </span>
        ))}
        <span>
          <span class="letter running">·</span> plays
        </span>
      </p>
      <VirtualList
        items={standings}
        rowHeight={30}
        class="cross"
        label="Crosstable, a row for each player"
        head={
          <div class="cross-row cross-head" aria-hidden="true">
            <span class="cross-name" />
            {ids.map((id) => (
              <span key={id} class="cell" title={timeline.nameOf(id)}>
                {id}
              </span>
            ))}
          </div>
        }
        keyOf={({ player_id }) => player_id}
        row={(row) => (
          <div class="cross-row">
            <span class="cross-name">
              <span class="rank">{row.rank}</span>
              {row.display_name}
              <span class="points">{row.points}</span>
            </span>
            {ids.map((id) => (
              <CrossCell
                key={id}
                cell={cells.get(`${row.player_id} ${id}`)}
                isSelf={id === row.player_id}
                about={`${row.player_id} against ${id}`}
                onChoose={(match) => choose({ tab: "matches", match })}
              />
            ))}
          </div>
        )}
      />
    </section>
  );
}

interface CrossCellProps {
  readonly cell: Cell | undefined;
  readonly isSelf: boolean;
  readonly about: string;
  readonly onChoose: (match_id: string) => void;
}

function CrossCell({ cell, isSelf, about, onChoose }: CrossCellProps) {
  if (cell === undefined) return <span class={`cell ${isSelf ? "self" : ""}`} />;
  const { letter, state, match_id } = cell;
  const text = letter === null ? (state === "RUNNING" ? "·" : "") : letter;
  const words = letter === null ? state.toLowerCase() : outcomeNames[letter];
  return (
    <button
      type="button"
      class={`cell letter ${letter === null ? state.toLowerCase() : toneOf(letter)}`}
      title={`${about}, ${match_id}: ${words}`}
      aria-label={`${about}: ${words}`}
      onClick={() => onChoose(match_id)}
    >
      {text}
    </button>
  );
}

/** By `P01 P02`: how the first fared against the second. */
function cellsOf(matches: readonly MatchView[]): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const { match_id, player_A_id, player_B_id, state, result } of matches) {
    for (const [own, other] of [
      [player_A_id, player_B_id],
      [player_B_id, player_A_id],
    ] as const) {
      const letter = result === null ? null : outcomeFor(own, { at: 0, ...result });
      cells.set(`${own} ${other}`, { match_id, letter, state });
    }
  }
  return cells;
}
