/** Two leagues with the same beginning, side by side, with the first difference marked. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { type Difference, differenceOf, firstDifference, type Line } from "../league/differences.js";
import type { PlayedLeague } from "../league/event-text.js";
import type { Change } from "../league/request.js";
import { clockOf } from "./use-run.js";
import { ViewerFrame } from "./viewer-frame.js";

export interface ForkPanelProps {
  readonly before: PlayedLeague;
  readonly after: PlayedLeague;
  readonly change: Change | undefined;
}

export function ForkPanel({ before, after, change }: ForkPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.scrollIntoView(), [after]);
  const first = useMemo(() => firstDifference(before.events, after.events, change), [before, after, change]);
  const difference = useMemo(() => differenceOf(before.report, after.report), [before, after]);
  const moment = first === null ? "" : `#t=${first.at}`;
  return (
    <div class="two-leagues" ref={place}>
      <div class="card whole">
        <p>{first === null ? "Nothing differs." : `The first difference is at ${clockOf(first.at)}.`}</p>
        <Ends difference={difference} />
      </div>
      {(["As it was", "With the change"] as const).map((title, index) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          {first !== null && <Lines lines={index === 0 ? first.before : first.after} />}
          <ViewerFrame events={(index === 0 ? before : after).events} title={title} hash={moment} />
        </section>
      ))}
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ol class="card lines">
      {lines.map(({ at, text, isFirstDifference }) => (
        <li key={at}>
          <span class="hint">{clockOf(at)}</span> {isFirstDifference ? <mark>{text}</mark> : text}
        </li>
      ))}
    </ol>
  );
}

function Ends({ difference: { matches, points, champions } }: { readonly difference: Difference }) {
  const isSame = champions.before === champions.after;
  return (
    <>
      <p>
        {isSame
          ? `Both have the champion ${champions.after}.`
          : `The champion was ${champions.before} and is ${champions.after}.`}{" "}
        {matches.length === 0
          ? "Every match ends alike."
          : `Matches that end otherwise: ${matches.join(", ")}.`}
      </p>
      {points.length > 0 && (
        <table class="ranks">
          <caption>Players whose points differ</caption>
          <thead>
            <tr>
              <th scope="col">Player</th>
              <th scope="col">As it was</th>
              <th scope="col">With the change</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ player, before, after }) => (
              <tr key={player}>
                <th scope="row">{player}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
