/** Which messages are shown. */
export interface MessageFiltersProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onlyFailures: boolean;
  readonly onOnlyFailures: (only: boolean) => void;
  /** How many messages fit. */
  readonly count: number;
}

export function MessageFilters(props: MessageFiltersProps) {
  const { words, onWords, onlyFailures, onOnlyFailures, count } = props;
  return (
    <div class="filters">
      <input
        type="search"
        aria-label="Search messages"
        placeholder="Type, agent or match"
        value={words}
        onInput={({ currentTarget }) => onWords(currentTarget.value)}
      />
      <label class="check">
        <input type="checkbox" checked={onlyFailures} onChange={() => onOnlyFailures(!onlyFailures)} /> failed
        only
      </label>
      <span class="count">{count.toLocaleString("en")}</span>
    </div>
  );
}
