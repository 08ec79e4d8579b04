/** The rounds with their matches, and next to them the selected match. */
import { useMemo } from "preact/hooks";
import type { RoundMatches } from "../round-history.js";
import type { Timeline } from "../timeline.js";
import type { MatchView } from "../view.js";
import type { Choices, Shown } from "./fragment.js";
import { MatchDetail } from "./match-detail.js";
import { MatchFilters } from "./match-filters.js";
import { MatchRow, RoundRow } from "./match-row.js";
import { matchesOutcome } from "./outcome.js";

import { VirtualList } from "./virtual-list.js";

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
