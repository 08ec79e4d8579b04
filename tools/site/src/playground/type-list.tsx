/** The type errors of the text. */
import type { StrategyFault } from "../strategy/fault.js";

/** @param faults null before the first check */
export function TypeList({ faults }: { readonly faults: readonly StrategyFault[] | null }) {
  return (
    <section class={faults?.length ? "types problem" : "types hint"} aria-label="Types" aria-live="polite">
      {faults === null && "Types: not checked yet."}
      {faults?.length === 0 && "Types: no error."}
      {faults !== null && faults.length > 0 && (
        <>
          <h3>{faults.length === 1 ? "A type error" : `${faults.length} type errors`}</h3>
          <ul>
            {faults.map(({ line, message }, index) => (
              <li key={index}>
                <strong>Line {line}: </strong>
                {message}
              </li>
            ))}
          </ul>
          <p>The league can be played anyway: types are removed before.</p>
        </>
      )}
    </section>
  );
}
