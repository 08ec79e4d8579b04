/** The rounds with their matches, and next to them the selected match. */
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { outcomeFor } from "../../table.js";
import type { Timeline } from "../../timeline.js";
import type { MatchView, RoundMatches } from "../../view.js";
import { MatchDetail } from "../messages/match-detail.js";
import { Search } from "../messages/message-list.js";
import { outcomeFilters, outcomeNames, toneOf } from "../parts/format.js";
import type { Choices, Choose, Shown } from "../parts/fragment.js";
import { memo, VirtualList } from "../parts/virtual-list.js";

export interface MatchPanelProps extends Shown {
  readonly rounds: readonly RoundMatches[];
}

interface RoundHead {
  readonly round_id: number;
  readonly finished: number;
  readonly all: number;
}

type Row = RoundHead | MatchView;

export function MatchPanel({ rounds, ...at }: MatchPanelProps) {
  const { timeline, choices, choose } = at;
  const { player, round, outcome, words } = choices;
  const rows = useMemo(
    () => rowsOf(rounds, timeline, { player, round, outcome, words }),
    [rounds, timeline, player, round, outcome, words],
  );
  const chosen = rounds.length === 0 ? undefined : timeline.matches.get(choices.match ?? "");
  // Beside the list there is room for one: the first, until another is chosen.
  const shown = chosen ?? timeline.matches.get(rounds[0]?.matches[0]?.match_id ?? "");
  return (
    <div class={`matches ${chosen === undefined ? "" : "open"}`}>
      <div class="card list">
        <MatchFilters timeline={timeline} choices={choices} choose={choose} />
        <VirtualList
          items={rows}
          rowHeight={46}
          label="Rounds and matches"
          empty={rounds.length === 0 ? "The league has not begun yet." : "No match fits the filters."}
          keyOf={(row) => ("match_id" in row ? row.match_id : row.round_id)}
          focusIndex={
            chosen === undefined
              ? -1
              : rows.findIndex((row) => "match_id" in row && row.match_id === choices.match)
          }
          row={(row) =>
            "match_id" in row ? (
              <MatchRow
                match={row}
                isChosen={row.match_id === choices.match}
                timeline={timeline}
                choose={choose}
              />
            ) : (
              <RoundRow {...row} />
            )
          }
        />
      </div>
      {shown !== undefined && <MatchDetail {...at} match={shown.at(at.t)} isChosen={chosen !== undefined} />}
    </div>
  );
}

type Filter = Pick<Choices, "player" | "round" | "outcome" | "words">;

/** A row for each round before its matches. */
function rowsOf(rounds: readonly RoundMatches[], timeline: Timeline, filter: Filter): Row[] {
  const { player, round, outcome } = filter;
  const words = filter.words.trim().toLowerCase();
  const fits = (match: MatchView) =>
    (player === null || match.player_A_id === player || match.player_B_id === player) &&
    (outcomeFilters[outcome ?? ""]?.fits(match) ?? true) &&
    (words === "" || textOf(match, timeline).includes(words));
  return rounds.flatMap(({ round_id, matches }): Row[] => {
    const own = round === null || round === round_id ? matches.filter(fits) : [];
    if (own.length === 0) return [];
    const finished = own.filter(({ state }) => state === "FINISHED").length;
    return [{ round_id, finished, all: own.length }, ...own];
  });
}

function textOf({ match_id, referee_id, player_A_id, player_B_id }: MatchView, timeline: Timeline): string {
  const names = [timeline.nameOf(player_A_id), timeline.nameOf(player_B_id)];
  return [match_id, referee_id, player_A_id, player_B_id, ...names].join(" ").toLowerCase();
}

interface MatchFiltersProps {
  readonly timeline: Timeline;
  readonly choices: Choices;
  readonly choose: Choose;
}

function MatchFilters({ timeline, choices, choose }: MatchFiltersProps) {
  // Hundreds of options, which do not depend on the moment.
  const [players, rounds] = useMemo(
    () => [
      options(timeline.playerCards.map(({ id, display_name }) => [id, display_name])),
      options(timeline.rounds.map(({ round_id }) => [round_id, `round ${round_id}`])),
    ],
    [timeline],
  );
  return (
    <div class="filters">
      <Search label="Search matches" hint="Search" choices={choices} choose={choose} />
      <Select label="Player" value={choices.player} onSelect={(player) => choose({ player })}>
        <option value="">all players</option>
        {players}
      </Select>
      <Select
        label="Round"
        value={choices.round}
        onSelect={(round) => choose({ round: round === null ? null : Number(round) })}
      >
        <option value="">all rounds</option>
        {rounds}
      </Select>
      <Select label="State" value={choices.outcome} onSelect={(outcome) => choose({ outcome })}>
        <option value="">any state</option>
        {options(Object.entries(outcomeFilters).map(([value, { name }]) => [value, name]))}
      </Select>
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string | number | null;
  /** Null for the first option. */
  readonly onSelect: (value: string | null) => void;
  readonly children: ComponentChildren;
}

function Select({ label, value, onSelect, children }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value ?? ""}
      onChange={({ currentTarget }) => onSelect(currentTarget.value || null)}
    >
      {children}
    </select>
  );
}

function options(list: readonly (readonly [value: string | number, name: string])[]) {
  return list.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

interface MatchRowProps {
  readonly match: MatchView;
  readonly isChosen: boolean;
  readonly timeline: Timeline;
  readonly choose: Choose;
}

/** The object of a match that has not begun or is over is the same at all moments. */
const MatchRow = memo(
  drawMatch,
  (before, after) =>
    before.match === after.match && before.isChosen === after.isChosen && before.timeline === after.timeline,
);

function drawMatch({ match, isChosen, timeline, choose }: MatchRowProps) {
  const { match_id, player_A_id, player_B_id, state } = match;
  return (
    <button
      type="button"
      class={`match state-${state.toLowerCase()}`}
      aria-pressed={isChosen}
      title={`${timeline.nameOf(player_A_id)} – ${timeline.nameOf(player_B_id)}`}
      onClick={() => choose({ tab: "matches", match: isChosen ? null : match_id })}
    >
      <span class="id">{match_id}</span>
      <span class="side-a">
        <span class="name">{timeline.nameOf(player_A_id)}</span>
        <span class="short">{player_A_id}</span>
        <Letter match={match} id={player_A_id} />
      </span>
      <span class="middle">{middleOf(match)}</span>
      <span class="side-b">
        <Letter match={match} id={player_B_id} />
        <span class="name">{timeline.nameOf(player_B_id)}</span>
        <span class="short">{player_B_id}</span>
      </span>
      {match.starts > 1 && <span class="badge tone-l">given out {match.starts} times</span>}
    </button>
  );
}

function middleOf({ state, result }: MatchView): string {
  if (state === "RUNNING") return "plays";
  if (result === null) return "–";
  return result.drawn_number === null ? "×" : String(result.drawn_number);
}

function Letter({ match: { result }, id }: { readonly match: MatchView; readonly id: string }) {
  if (result === null) return null;
  const letter = outcomeFor(id, result);
  return (
    <span class={`letter ${toneOf(letter)}`} title={outcomeNames[letter]}>
      {letter}
    </span>
  );
}

function RoundRow({ round_id, finished, all }: RoundHead) {
  return (
    <div class="round">
      <h3>Round {round_id}</h3>
      <span class="count">
        {finished} of {all}
      </span>
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${(finished / all) * 100}%` }} />
      </span>
    </div>
  );
}
