/** The rounds with their matches, and next to them the selected match. */
import { useMemo } from "preact/hooks";
import { outcomeFor } from "../../table.js";
import type { Timeline } from "../../timeline.js";
import type { MatchView, RoundMatches } from "../../view.js";
import { MatchDetail } from "../messages/match-detail.js";
import type { Choices, Choose, Shown } from "../parts/fragment.js";
import { memo } from "../parts/memo.js";
import { matchesOutcome, outcomeFilters, outcomeNames, toneOf } from "../parts/outcome.js";
import { VirtualList } from "../parts/virtual-list.js";

export interface MatchPanelProps extends Shown {
  readonly rounds: readonly RoundMatches[];
}

type Row = { readonly round_id: number; readonly finished: number; readonly all: number } | MatchView;

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
  const fitsAll = player === null && round === null && outcome === null && words === "";
  const fits = (match: MatchView) =>
    (player === null || match.player_A_id === player || match.player_B_id === player) &&
    matchesOutcome(match, outcome) &&
    (words === "" || textOf(match, timeline).includes(words));
  return rounds.flatMap(({ round_id, matches, finished }): Row[] => {
    if (fitsAll) return [{ round_id, finished, all: matches.length }, ...matches];
    const own = round === null || round === round_id ? matches.filter(fits) : [];
    if (own.length === 0) return [];
    const over = own.filter(({ state }) => state === "FINISHED").length;
    return [{ round_id, finished: over, all: own.length }, ...own];
  });
}

function textOf({ match_id, referee_id, player_A_id, player_B_id }: MatchView, timeline: Timeline): string {
  const names = [timeline.nameOf(player_A_id), timeline.nameOf(player_B_id)];
  return [match_id, referee_id, player_A_id, player_B_id, ...names].join(" ").toLowerCase();
}

export interface MatchFiltersProps {
  readonly timeline: Timeline;
  readonly choices: Choices;
  readonly choose: Choose;
}

export function MatchFilters({ timeline, choices, choose }: MatchFiltersProps) {
  // Hundreds of options, which do not depend on the moment.
  const [players, rounds] = useMemo(() => optionsOf(timeline), [timeline]);
  return (
    <div class="filters">
      <input
        type="search"
        aria-label="Search matches"
        placeholder="Search"
        value={choices.words}
        onInput={({ currentTarget }) => choose({ words: currentTarget.value })}
      />
      <select
        aria-label="Player"
        value={choices.player ?? ""}
        onChange={({ currentTarget }) => choose({ player: currentTarget.value || null })}
      >
        <option value="">all players</option>
        {players}
      </select>
      <select
        aria-label="Round"
        value={choices.round ?? ""}
        onChange={({ currentTarget: { value } }) => choose({ round: value === "" ? null : Number(value) })}
      >
        <option value="">all rounds</option>
        {rounds}
      </select>
      <select
        aria-label="State"
        value={choices.outcome ?? ""}
        onChange={({ currentTarget }) => choose({ outcome: currentTarget.value || null })}
      >
        <option value="">any state</option>
        {outcomeFilters.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function optionsOf({ playerCards, rounds }: Timeline) {
  return [
    playerCards.map(({ id, display_name }) => (
      <option key={id} value={id}>
        {display_name}
      </option>
    )),
    rounds.map(({ round_id }) => (
      <option key={round_id} value={round_id}>
        round {round_id}
      </option>
    )),
  ];
}

export interface MatchRowProps {
  readonly match: MatchView;
  readonly isChosen: boolean;
  readonly timeline: Timeline;
  readonly choose: Choose;
}

/** The object of a match that has not begun or is over is the same at all moments. */
export const MatchRow = memo(
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
      {match.starts > 1 && <span class="badge">given out {match.starts} times</span>}
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

export interface RoundRowProps {
  readonly round_id: number;
  readonly finished: number;
  readonly all: number;
}

export function RoundRow({ round_id, finished, all }: RoundRowProps) {
  return (
    <div class="round">
      <h3>Round {round_id}</h3>
      <span class="count">
        {finished} of {all}
      </span>
      <span class="meter" aria-hidden="true">
        <span style={{ width: `${(finished / all) * 100}%` }} />
      </span>
    </div>
  );
}
