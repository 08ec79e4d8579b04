/** Every player against every other, in order of rank. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { outcomeFor } from "../table.js";
import type { MatchView, OutcomeLetter, Standing } from "../view.js";
import type { Choose } from "./fragment.js";
import { memo } from "./memo.js";
import { outcomeNames, toneOf } from "./outcome.js";
import type { Shown } from "./shown.js";
import { type Sight, VirtualList } from "./virtual-list.js";

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
        head={(sight) => (
          <div class="cross-row cross-head" aria-hidden="true">
            <span class="cross-name" />
            <Columns ids={ids} range={rangeOf(sight, ids.length)}>
              {(id) => (
                <span key={id} class="cell" title={timeline.nameOf(id)}>
                  {id}
                </span>
              )}
            </Columns>
          </div>
        )}
        keyOf={({ player_id }) => player_id}
        row={(row, sight) => <CrossRow {...{ row, ids, cells, choose }} range={rangeOf(sight, ids.length)} />}
      />
    </section>
  );
}

interface CrossRowProps {
  readonly row: Standing;
  readonly ids: readonly string[];
  readonly cells: Cells;
  readonly range: Range;
  readonly choose: Choose;
}

type Cells = ReadonlyMap<string, Cell>;

const CrossRow = memo(
  ({ row, ids, cells, range, choose }: CrossRowProps) => (
    <div class="cross-row">
      <span class="cross-name">
        <span class="rank">{row.rank}</span>
        {row.display_name}
        <span class="points">{row.points}</span>
      </span>
      <Columns ids={ids} range={range}>
        {(id) => (
          <CrossCell
            key={id}
            cell={cells.get(`${row.player_id} ${id}`)}
            isSelf={id === row.player_id}
            about={`${row.player_id} against ${id}`}
            onChoose={(match) => choose({ tab: "matches", match })}
          />
        )}
      </Columns>
    </div>
  ),
  (before, after) => textOf(before) === textOf(after),
);

/** The columns in sight, from the first to before the last. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** Width of a column with the space after it, as in the style. */
const columnWidth = 29;
const nameWidth = 233;
const columnsBeyondSight = 4;

function rangeOf({ left, width }: Sight, columns: number): Range {
  const shown = Math.ceil((width - nameWidth) / columnWidth) + 2 * columnsBeyondSight;
  const first = Math.max(0, Math.floor(left / columnWidth) - columnsBeyondSight);
  return { first, last: Math.min(columns, first + Math.max(0, shown)) };
}

interface ColumnsProps {
  readonly ids: readonly string[];
  readonly range: Range;
  readonly children: (id: string) => ComponentChildren;
}

function Columns({ ids, range: { first, last }, children }: ColumnsProps) {
  return (
    <>
      <span class="gap" style={{ width: `${first * columnWidth}px` }} />
      {ids.slice(first, last).map(children)}
      <span class="gap" style={{ width: `${(ids.length - last) * columnWidth}px` }} />
    </>
  );
}

/** Everything that a row shows. */
function textOf({ row, ids, cells, range: { first, last } }: CrossRowProps): string {
  const letters = ids.slice(first, last).map((id) => {
    const cell = cells.get(`${row.player_id} ${id}`);
    return id + (cell?.letter ?? cell?.state.charAt(0).toLowerCase() ?? "");
  });
  return `${first} ${row.rank} ${row.points} ${letters.join(" ")}`;
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
      const letter = result === null ? null : outcomeFor(own, result);
      cells.set(`${own} ${other}`, { match_id, letter, state });
    }
  }
  return cells;
}
