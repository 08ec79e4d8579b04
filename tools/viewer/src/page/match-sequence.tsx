/** The messages of a match between its parties. */
import { useState } from "preact/hooks";
import { managerId } from "../parties.js";
import type { Timeline } from "../timeline.js";
import type { Exchange, MatchView } from "../view.js";
import { DeadlineBar } from "./deadlines.js";
import { MessageBody } from "./message-body.js";
import { SequenceDiagram } from "./sequence-diagram.js";
import { stepsOf } from "./sequence-steps.js";

export interface MatchSequenceProps {
  readonly match: MatchView;
  readonly exchanges: readonly Exchange[];
  readonly timeline: Timeline;
  readonly t: number;
}

export function MatchSequence({ match, exchanges, timeline, t }: MatchSequenceProps) {
  const [open, setOpen] = useState<string | null>(null);
  const lanes = partiesOf(match, exchanges).map((id) => ({
    id,
    title: id === managerId ? "LM" : id,
    name: timeline.nameOf(id),
  }));
  return (
    <SequenceDiagram
      label={`Messages of match ${match.match_id}`}
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

/** The league manager, the referee, the two players, and other agents that take part. */
function partiesOf(match: MatchView, exchanges: readonly Exchange[]): string[] {
  const seen = new Set(exchanges.flatMap(({ from, to }) => [from, to]));
  const usual = [managerId, match.referee_id, match.player_A_id, match.player_B_id];
  return [...new Set([...usual.filter((id) => seen.has(id)), ...seen])];
}
