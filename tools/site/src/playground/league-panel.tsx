/** A league in the viewer, the form for a change, and two leagues with the same beginning side by side, the first difference marked. */
import viewer from "site:viewer";
import { pageWith, type ViewerEvent } from "@league-v2/viewer";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import {
  type Difference,
  differenceOf,
  firstDifference,
  type Line,
  type Moment,
  momentsOf,
} from "../league/differences.js";
import type { Change, PlayedLeague } from "../league/request.js";
import { clockOf, type Played } from "./use-run.js";

export interface LeaguePanelProps {
  readonly base: Played;
  /** The same league with a change. */
  readonly fork: Played | null;
  readonly onFork: (change: Change) => void;
}

export function LeaguePanel({ base: { league }, fork, onFork }: LeaguePanelProps) {
  /** The viewer's address fragment. */
  const [hash, setHash] = useState("");
  return (
    <>
      <ForkForm
        events={league.events}
        onMoment={({ at, match_id }) =>
          setHash(match_id === null ? `#t=${at}` : `#t=${at}&match=${match_id}`)
        }
        onFork={onFork}
      />
      {fork === null ? (
        <ViewerFrame events={league.events} title="The league" hash={hash} />
      ) : (
        <ForkPanel before={league} after={fork.league} change={fork.request.change} />
      )}
    </>
  );
}

/** Stops a league at a moment, and chooses a change. */
interface ForkFormProps {
  readonly events: readonly ViewerEvent[];
  /** Called when another moment is chosen. */
  readonly onMoment: (moment: Moment) => void;
  readonly onFork: (change: Change) => void;
}

const kinds: readonly { readonly kind: Change["kind"]; readonly title: string }[] = [
  { kind: "choice", title: "A choice is the other one" },
  { kind: "drop", title: "A request is lost" },
];

function ForkForm({ events, onMoment, onFork }: ForkFormProps) {
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

interface ForkPanelProps {
  readonly before: PlayedLeague;
  readonly after: PlayedLeague;
  readonly change: Change | undefined;
}

function ForkPanel({ before, after, change }: ForkPanelProps) {
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

/** A league in the viewer's page, in the same form as a saved file. */
interface ViewerFrameProps {
  readonly events: readonly ViewerEvent[];
  readonly title: string;
  /** The viewer's address fragment; another value navigates the viewer. */
  readonly hash: string;
}

function ViewerFrame({ events, title, hash }: ViewerFrameProps) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isOver = false;
    void pageWith(viewer, events).then((page) => {
      if (isOver) return;
      url = URL.createObjectURL(new Blob([page], { type: "text/html" }));
      setAddress(url);
    });
    return () => {
      isOver = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [events]);
  if (address === null) return null;
  return (
    <iframe class="viewer" title={title} sandbox="allow-scripts allow-downloads" src={`${address}${hash}`} />
  );
}
