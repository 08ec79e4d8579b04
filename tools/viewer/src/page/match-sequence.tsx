/** The messages of a match between its parties. */
import { managerId } from "../parties.js";
import type { Timeline } from "../timeline.js";
import type { Exchange, MatchView } from "../view.js";
import { ExchangeSequence, partiesIn } from "./exchange-sequence.js";

export interface MatchSequenceProps {
  readonly match: MatchView;
  readonly exchanges: readonly Exchange[];
  readonly timeline: Timeline;
  readonly t: number;
}

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
