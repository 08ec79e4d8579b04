/** A form to stop a league at a moment and choose a change. */
import type { ViewerEvent } from "@league-v2/viewer";
import { useMemo, useState } from "preact/hooks";
import { type Moment, momentsOf } from "../league/differences.js";
import type { Change } from "../league/request.js";
import { clockOf } from "./use-run.js";

export interface ForkFormProps {
  readonly events: readonly ViewerEvent[];
  /** Called when another moment is chosen. */
  readonly onMoment: (moment: Moment) => void;
  readonly onFork: (change: Change) => void;
}

const kinds: readonly { readonly kind: Change["kind"]; readonly title: string }[] = [
  { kind: "choice", title: "A choice is the other one" },
  { kind: "drop", title: "A request is lost" },
];

export function ForkForm({ events, onMoment, onFork }: ForkFormProps) {
  const [kind, setKind] = useState<Change["kind"]>("choice");
  const [words, setWords] = useState("");
  const [place, setPlace] = useState(0);
  const all = useMemo(() => momentsOf(events, kind), [events, kind]);
  const moments = useMemo(() => matching(all, words), [all, words]);
  const index = Math.min(place, moments.length - 1);
  const moment = moments[index];
  const stopAt = (next: number) => {
    setPlace(next);
    const chosen = moments[next];
    if (chosen !== undefined) onMoment(chosen);
  };
  return (
    <form
      class="card settings"
      aria-labelledby="fork-title"
      onSubmit={(event) => {
        event.preventDefault();
        if (moment !== undefined) onFork(moment.change);
      }}
    >
      <h2 id="fork-title">What if?</h2>
      <p>Stop at a moment, change one thing, and play on from there. All that was before is the same.</p>
      <p class="buttons">
        {kinds.map((one) => (
          <label key={one.kind}>
            <input
              type="radio"
              name="change"
              checked={one.kind === kind}
              onChange={() => {
                setKind(one.kind);
                setPlace(0);
              }}
            />{" "}
            {one.title}
          </label>
        ))}
        <label>
          Only moments with{" "}
          <input
            type="search"
            placeholder="R2M1"
            value={words}
            onInput={({ currentTarget: { value } }) => setWords(value)}
          />
        </label>
      </p>
      {moment === undefined ? (
        <p>There is no such moment.</p>
      ) : (
        <>
          <input
            class="moments"
            type="range"
            aria-label="Moment"
            aria-valuetext={moment.text}
            min="0"
            max={moments.length - 1}
            value={index}
            onInput={({ currentTarget: { valueAsNumber } }) => stopAt(valueAsNumber)}
          />
          <p>
            <span class="hint">
              {clockOf(moment.at)}, {index + 1} of {moments.length}
            </span>{" "}
            <strong>{moment.text}</strong>
          </p>
          <button type="submit">Play on with this change</button>
        </>
      )}
    </form>
  );
}

function matching(moments: readonly Moment[], words: string): readonly Moment[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return moments.filter(({ text }) => wanted.every((word) => text.toLowerCase().includes(word)));
}
