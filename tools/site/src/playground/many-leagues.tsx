/** Luck or skill: starts the same league with many seeds. */
import { useState } from "preact/hooks";

/** A thousand leagues give a mean rank within a tenth, in a league of four. */
const counts = [100, 1000] as const;

export function ManyLeagues({ onStart }: { readonly onStart: (count: number) => void }) {
  const [count, setCount] = useState<number>(1000);
  return (
    <p class="buttons">
      <button type="button" onClick={() => onStart(count)}>
        Luck or skill?
      </button>
      <label>
        <select value={count} onChange={({ currentTarget: { value } }) => setCount(Number(value))}>
          {counts.map((one) => (
            <option key={one} value={one}>
              {one.toLocaleString("en")}
            </option>
          ))}
        </select>{" "}
        leagues, each with a different seed
      </label>
    </p>
  );
}
