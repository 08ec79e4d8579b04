import { useMemo } from "preact/hooks";
import type { Timeline } from "../timeline.js";
import type { Choices, Choose } from "./fragment.js";
import { outcomeFilters } from "./outcome.js";

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
