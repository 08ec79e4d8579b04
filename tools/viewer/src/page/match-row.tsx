import { outcomeFor } from "../table.js";
import type { Timeline } from "../timeline.js";
import type { MatchView } from "../view.js";
import type { Choose } from "./fragment.js";
import { memo } from "./memo.js";
import { outcomeNames, toneOf } from "./outcome.js";

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
