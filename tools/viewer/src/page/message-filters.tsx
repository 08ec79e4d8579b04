/** The filters of the message list. */
import type { Choices, Choose } from "./fragment.js";

export interface MessageFiltersProps {
  readonly choices: Choices;
  readonly choose: Choose;
  /** The number of matching messages. */
  readonly count: number;
}

export function MessageFilters({ choices: { words, failed }, choose, count }: MessageFiltersProps) {
  return (
    <div class="filters">
      <input
        type="search"
        aria-label="Search messages"
        placeholder="Type, agent or match"
        value={words}
        onInput={({ currentTarget }) => choose({ words: currentTarget.value })}
      />
      <label class="check">
        <input type="checkbox" checked={failed} onChange={() => choose({ failed: !failed })} /> failed only
      </label>
      <span class="count">{count.toLocaleString("en")}</span>
    </div>
  );
}
