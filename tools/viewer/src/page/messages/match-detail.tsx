/** One match: its players, its result, and its messages as a sequence diagram. */
import type { RecordedResult } from "@league-v2/sdk/store";
import { useState } from "preact/hooks";
import { exchangesAt, managerId } from "../../exchanges.js";
import type { Timeline } from "../../timeline.js";
import type { Exchange, MatchView } from "../../view.js";
import { duration, resultText } from "../parts/format.js";
import type { Shown } from "../parts/fragment.js";
import { DeadlineBar } from "./deadlines.js";
import { MessageBody } from "./message-list.js";
import { SequenceDiagram, stepsOf } from "./sequence-diagram.js";

export interface MatchDetailProps extends Shown {
  readonly match: MatchView;
  /** By the reader, who can then close it. */
  readonly isChosen: boolean;
}

export function MatchDetail({ match, isChosen, timeline, t, choose }: MatchDetailProps) {
  const exchanges = exchangesAt(timeline.exchangesIn(match.match_id), t);
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
        <p class={`verdict ${verdictTones[match.result.status]}`}>{resultText(match, nameOf)}</p>
      )}
      {exchanges.length === 0 ? (
        <p class="empty">
          {match.state === "SCHEDULED"
            ? "This match has not begun at this moment."
            : "The messages of this match were not recorded here."}
        </p>
      ) : (
        <ExchangeSequence
          label={`Messages of match ${match.match_id}`}
          parties={partiesOf(match, exchanges)}
          exchanges={exchanges}
          timeline={timeline}
          t={t}
        />
      )}
    </section>
  );
}

const verdictTones: Readonly<Record<RecordedResult["status"], string>> = {
  WIN: "tone-w",
  DRAW: "tone-d",
  TECHNICAL_LOSS: "tone-t",
};

/** Requests and answers between agents as a sequence diagram; each can be opened to show its content. */
export interface ExchangeSequenceProps {
  readonly label: string;
  /** Ids of the agents, from left to right. */
  readonly parties: readonly string[];
  readonly exchanges: readonly Exchange[];
  readonly timeline: Timeline;
  readonly t: number;
}

export function ExchangeSequence({ label, parties, exchanges, timeline, t }: ExchangeSequenceProps) {
  const [open, setOpen] = useState<string | null>(null);
  const lanes = parties.map((id) => {
    const name = timeline.nameOf(id);
    return { id, title: id === managerId ? "LM" : id, name: name === id ? null : name };
  });
  return (
    <SequenceDiagram
      label={label}
      lanes={lanes}
      begin={exchanges[0]?.sent.at ?? 0}
      steps={stepsOf(exchanges)}
      open={open}
      onOpen={setOpen}
      body={({ exchange, kind }) => <MessageBody exchange={exchange} part={kind} />}
      under={({ exchange, kind }) =>
        kind === "call" &&
        exchange.answer === null && (
          <div class="waiting">
            <DeadlineBar exchange={exchange} t={t} />
          </div>
        )
      }
    />
  );
}

export function partiesIn(exchanges: readonly Exchange[]): ReadonlySet<string> {
  return new Set(exchanges.flatMap(({ from, to }) => [from, to]));
}

/** The league manager, the referee, the two players, and other agents that take part. */
function partiesOf(match: MatchView, exchanges: readonly Exchange[]): string[] {
  const seen = partiesIn(exchanges);
  const usual = [managerId, match.referee_id, match.player_A_id, match.player_B_id];
  return [...new Set([...usual.filter((id) => seen.has(id)), ...seen])];
}
