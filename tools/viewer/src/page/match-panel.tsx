/** The rounds with their matches, and beside them the chosen match. */
import { useMemo } from "preact/hooks";
import type { MatchView } from "../view.js";
import { MatchDetail } from "./match-detail.js";
import { MatchFilters } from "./match-filters.js";
import { MatchRow, RoundRow } from "./match-row.js";
import { fitsOutcome } from "./outcome.js";
import type { Shown } from "./shown.js";
import { VirtualList } from "./virtual-list.js";

export interface MatchPanelProps extends Shown {
  readonly matches: readonly MatchView[];
}

type Row = { readonly round_id: number; readonly finished: number; readonly all: number } | MatchView;

export function MatchPanel({ matches, ...at }: MatchPanelProps) {
  const { timeline, choices, choose } = at;
  const { player, round, outcome, words } = choices;
  const rows = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    const says = ({ match_id, referee_id, player_A_id, player_B_id }: MatchView) =>
      [
        match_id,
        referee_id,
        player_A_id,
        player_B_id,
        timeline.nameOf(player_A_id),
        timeline.nameOf(player_B_id),
      ]
        .join(" ")
        .toLowerCase()
        .includes(wanted);
    return withRounds(
      matches.filter(
        (match) =>
          (round === null || match.round_id === round) &&
          (player === null || match.player_A_id === player || match.player_B_id === player) &&
          fitsOutcome(match, outcome) &&
          (wanted === "" || says(match)),
      ),
    );
  }, [matches, timeline, player, round, outcome, words]);
  const chosen = matches.find(({ match_id }) => match_id === choices.match);
  return (
    <div class={`matches ${chosen === undefined ? "" : "open"}`}>
      <div class="card list">
        <MatchFilters timeline={timeline} choices={choices} choose={choose} />
        <VirtualList
          items={rows}
          rowHeight={46}
          label="Rounds and matches"
          empty={matches.length === 0 ? "The league has not begun yet." : "No match fits the filters."}
          keyOf={(row) => ("match_id" in row ? row.match_id : row.round_id)}
          focusIndex={rows.findIndex((row) => "match_id" in row && row.match_id === choices.match)}
          row={(row) =>
            "match_id" in row ? (
              <MatchRow
                match={row}
                isChosen={row.match_id === choices.match}
                nameOf={(id) => timeline.nameOf(id)}
                choose={choose}
              />
            ) : (
              <RoundRow {...row} />
            )
          }
        />
      </div>
      {chosen === undefined ? (
        <div class="card detail hint">
          <p class="empty">Choose a match to see its messages. The keys J and K go from match to match.</p>
        </div>
      ) : (
        <MatchDetail {...at} match={chosen} />
      )}
    </div>
  );
}

/** A row for each round before its matches. */
function withRounds(matches: readonly MatchView[]): Row[] {
  const byRound = Map.groupBy(matches, ({ round_id }) => round_id);
  return [...byRound].flatMap(([round_id, own]) => {
    const finished = own.filter(({ state }) => state === "FINISHED").length;
    return [{ round_id, finished, all: own.length }, ...own];
  });
}
