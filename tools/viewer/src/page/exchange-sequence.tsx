/** Requests and answers between agents as a sequence diagram; each can be opened to show its content. */
import { useState } from "preact/hooks";
import { managerId } from "../parties.js";
import type { Timeline } from "../timeline.js";
import type { Exchange, MatchView } from "../view.js";
import { DeadlineBar } from "./deadlines.js";
import { MessageBody } from "./message-body.js";
import { SequenceDiagram } from "./sequence-diagram.js";
import { stepsOf } from "./sequence-steps.js";

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

export interface MatchSequenceProps {
  readonly match: MatchView;
  readonly exchanges: readonly Exchange[];
  readonly timeline: Timeline;
  readonly t: number;
}

/** The messages of a match between its parties. */
export function MatchSequence({ match, ...shown }: MatchSequenceProps) {
  const label = `Messages of match ${match.match_id}`;
  return <ExchangeSequence label={label} parties={partiesOf(match, shown.exchanges)} {...shown} />;
}

/** The league manager, the referee, the two players, and other agents that take part. */
function partiesOf(match: MatchView, exchanges: readonly Exchange[]): string[] {
  const seen = partiesIn(exchanges);
  const usual = [managerId, match.referee_id, match.player_A_id, match.player_B_id];
  return [...new Set([...usual.filter((id) => seen.has(id)), ...seen])];
}
