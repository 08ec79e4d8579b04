/** One match: its players, its result, and its messages as a sequence diagram. */
import type { RecordedResult } from "@league-v2/sdk/store";
import type { MatchView } from "../view.js";
import { MatchSequence } from "./exchange-sequence.js";
import { duration } from "./format.js";
import type { Shown } from "./fragment.js";
import { resultText } from "./outcome.js";

export interface MatchDetailProps extends Shown {
  readonly match: MatchView;
  /** By the reader, who can then close it. */
  readonly isChosen: boolean;
}

export function MatchDetail({ match, isChosen, timeline, t, choose }: MatchDetailProps) {
  const exchanges = timeline.matchLog(match.match_id).at(t);
  const nameOf = (id: string) => timeline.nameOf(id);
  return (
    <section class="card detail" aria-labelledby="match-title">
      <div class="detail-head">
        <h2 id="match-title">
          <span class="id">{match.match_id}</span> {nameOf(match.player_A_id)} – {nameOf(match.player_B_id)}
        </h2>
        {isChosen && (
          <button type="button" onClick={() => choose({ match: null })} aria-label="Close the match">
            ✕
          </button>
        )}
      </div>
      <p class="about">
        Round {match.round_id}, referee {nameOf(match.referee_id)}
        {match.started_at !== null && match.finished_at !== null && (
          <span>, {duration(match.finished_at - match.started_at)}</span>
        )}
      </p>
      {match.result !== null && (
        <p class={`verdict ${toneClass(match.result.status)}`}>{resultText(match, nameOf)}</p>
      )}
      {exchanges.length === 0 ? (
        <p class="empty">
          {match.state === "SCHEDULED"
            ? "This match has not begun at this moment."
            : "The messages of this match were not recorded here."}
        </p>
      ) : (
        <MatchSequence match={match} exchanges={exchanges} timeline={timeline} t={t} />
      )}
    </section>
  );
}

function toneClass(status: RecordedResult["status"]): string {
  if (status === "TECHNICAL_LOSS") return "technical";
  return status === "DRAW" ? "draw" : "";
}
