/** Every player against every other, in order of rank. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { outcomeFor } from "../../table.js";
import type { MatchHistory, Timeline } from "../../timeline.js";
import type { MatchView, OutcomeLetter, Standing } from "../../view.js";
import { outcomeNames, toneOf } from "../parts/format.js";
import type { Choose, Shown } from "../parts/fragment.js";
import { memo, rem, VirtualList, type VisibleArea } from "../parts/virtual-list.js";

export interface CrosstableProps extends Shown {
  readonly standings: readonly Standing[];
}

interface Cell {
  readonly match_id: string;
  readonly letter: OutcomeLetter | null;
  readonly state: MatchView["state"];
}

export function Crosstable({ standings, timeline, t, choose }: CrosstableProps) {
  const pairs = useMemo(() => pairsOf(timeline), [timeline]);
  const hasBegun = timeline.started_at !== null && timeline.started_at <= t;
  const cellOf = (own: string, other: string) =>
    hasBegun ? cellAt(pairs.get(own)?.get(other), own, t) : undefined;
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
          <span class="letter running tone-accent">·</span> plays
        </span>
      </p>
      <VirtualList
        items={standings}
        rowHeight={30}
        class="cross"
        label="Crosstable, a row for each player"
        head={(visible) => (
          <div class="cross-row cross-head" aria-hidden="true">
            <span class="cross-name" />
            <Columns ids={ids} range={rangeOf(visible, ids.length)}>
              {(id, column) => (
                <span key={column} class="cell" title={timeline.nameOf(id)}>
                  {id}
                </span>
              )}
            </Columns>
          </div>
        )}
        row={(row, visible) => {
          const range = rangeOf(visible, ids.length);
          const cells = ids.slice(range.first, range.last).map((id) => cellOf(row.player_id, id));
          return <CrossRow row={row} ids={ids} range={range} cells={cells} choose={choose} />;
        }}
      />
    </section>
  );
}

interface CrossRowProps {
  readonly row: Standing;
  readonly ids: readonly string[];
  readonly range: Range;
  /** The cells of the visible columns. */
  readonly cells: readonly (Cell | undefined)[];
  readonly choose: Choose;
}

const CrossRow = memo(
  ({ row, ids, range, cells, choose }: CrossRowProps) => (
    <div class="cross-row">
      {/* Each sticky row is a separate layer, which costs time in each frame: used only where needed. */}
      <span class={range.isScrolled ? "cross-name sticks" : "cross-name"}>
        <span class="rank">{row.rank}</span>
        <span class="name" title={row.display_name}>
          {row.display_name}
        </span>
        <span class="points">{row.points}</span>
      </span>
      <Columns ids={ids} range={range}>
        {(id, column) => (
          <CrossCell
            key={column}
            cell={cells[column]}
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

/** The visible columns, from `first` to before `last`. */
interface Range {
  readonly first: number;
  readonly last: number;
  /** Sideways, away from the names. */
  readonly isScrolled: boolean;
}

/** Width of a column with the space after it, in units, as in the style. */
const columnWidth = 29;
const nameWidth = 233;
const columnsBeyondVisible = 2;

function rangeOf({ left, width }: VisibleArea, columns: number): Range {
  const shown = Math.ceil((width - nameWidth) / columnWidth) + 2 * columnsBeyondVisible;
  const first = Math.max(0, Math.floor(left / columnWidth) - columnsBeyondVisible);
  return { first, last: Math.min(columns, first + Math.max(0, shown)), isScrolled: left > 0 };
}

interface ColumnsProps {
  readonly ids: readonly string[];
  readonly range: Range;
  /** While scrolling, a column element stays and shows another player. */
  readonly children: (id: string, column: number) => ComponentChildren;
}

function Columns({ ids, range: { first, last }, children }: ColumnsProps) {
  return (
    <>
      <span class="gap" style={{ width: rem(first * columnWidth) }} />
      {ids.slice(first, last).map(children)}
      <span class="gap" style={{ width: rem((ids.length - last) * columnWidth) }} />
    </>
  );
}

/** Everything that a row shows. */
function textOf({ row, ids, range: { first, last, isScrolled }, cells }: CrossRowProps): string {
  const letters = ids
    .slice(first, last)
    .map((id, column) => id + (cells[column]?.letter ?? cells[column]?.state.charAt(0).toLowerCase() ?? ""));
  return `${first} ${isScrolled} ${row.player_id} ${row.rank} ${row.points} ${letters.join(" ")}`;
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
  const toneOfCell =
    letter !== null ? toneOf(letter) : state === "RUNNING" ? "running tone-accent" : "scheduled";
  const words = letter === null ? state.toLowerCase() : outcomeNames[letter];
  return (
    <button
      type="button"
      class={`cell letter ${toneOfCell}`}
      title={`${about}, ${match_id}: ${words}`}
      aria-label={`${about}: ${words}`}
      onClick={() => onChoose(match_id)}
    >
      {text}
    </button>
  );
}

type Pairs = ReadonlyMap<string, ReadonlyMap<string, MatchHistory>>;

/** By the id of one player and the id of the other. */
function pairsOf({ matches }: Timeline): Pairs {
  const pairs = new Map<string, Map<string, MatchHistory>>();
  const add = (own: string, other: string, match: MatchHistory) => {
    const others = pairs.get(own) ?? new Map<string, MatchHistory>();
    pairs.set(own, others.set(other, match));
  };
  for (const match of matches.values()) {
    const { player_A_id, player_B_id } = match.scheduled;
    add(player_A_id, player_B_id, match);
    add(player_B_id, player_A_id, match);
  }
  return pairs;
}

/** How the player fared in the match. */
function cellAt(match: MatchHistory | undefined, own: string, t: number): Cell | undefined {
  if (match === undefined) return undefined;
  const { match_id, state, result } = match.at(t);
  return { match_id, state, letter: result === null ? null : outcomeFor(own, result) };
}
