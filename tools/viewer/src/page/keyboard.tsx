/** Keyboard commands. */
import { useEffect, useRef } from "preact/hooks";
import type { Timeline } from "../timeline.js";
import type { RoundMatches } from "../view.js";
import { type Choices, type Choose, tabs } from "./parts/fragment.js";
import type { Moment } from "./time-bar.js";

export interface Keyboard {
  readonly moment: Moment;
  readonly choices: Choices;
  readonly choose: Choose;
  readonly rounds: readonly RoundMatches[];
  readonly timeline: Timeline;
  readonly toggleHelp: () => void;
}

/** For the page that explains them. */
export const keys: readonly (readonly [key: string, effect: string])[] = [
  ["Space", "play or pause"],
  ["← →", "one event back or forward"],
  ["Shift ← →", "one round back or forward"],
  ["Home End", "the beginning, the latest moment"],
  ["J K", "next or previous match"],
  ["Esc", "close the match, clear filters"],
  ["1 – 5", "standings, matches, crosstable, agents, messages"],
  ["/", "search"],
  ["?", "this list"],
];

export function useKeyboard(keyboard: Keyboard): void {
  // Effects run after the page is painted; a key that is pressed before that must act on the visible state.
  const shown = useRef(keyboard);
  shown.current = keyboard;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isInDialog(event)) return;
      if (act(event, shown.current)) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

function act({ key, shiftKey, target }: KeyboardEvent, board: Keyboard): boolean {
  const { moment, choose, choices, toggleHelp } = board;
  const tab = tabs[Number(key) - 1];
  if (tab !== undefined) choose({ tab });
  else if (key === " " && !(target instanceof HTMLButtonElement)) moment.togglePlay();
  else if (key === "ArrowRight" || key === "ArrowLeft") step(board, key === "ArrowRight", shiftKey);
  else if (key === "Home") choose({ t: 0 });
  else if (key === "End") moment.goLatest();
  else if (key === "j" || key === "k") selectMatch(board, key === "j" ? 1 : -1);
  else if (key === "?") toggleHelp();
  else if (key === "/") document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
  else if (key === "Escape") {
    choose(
      choices.match === null
        ? { player: null, round: null, outcome: null, words: "", failed: false }
        : { match: null },
    );
  } else return false;
  return true;
}

function step({ moment, timeline }: Keyboard, forward: boolean, byRound: boolean): void {
  const rounds = timeline.rounds.flatMap(({ announced_at }) => announced_at ?? []);
  const stops = byRound ? rounds : timeline.moments;
  // The URL has whole milliseconds, and the moments of a simulated league have fractions.
  const [first] = timeline.span;
  const offset = (at: number) => Math.round(at - first);
  const now = offset(moment.t);
  const next = forward
    ? stops.find((stop) => offset(stop) > now)
    : stops.findLast((stop) => offset(stop) < now);
  if (next !== undefined) moment.go(next);
  else if (forward) moment.goLatest();
}

function selectMatch({ rounds, choices, choose }: Keyboard, by: 1 | -1): void {
  const matches = rounds.flatMap((round) => round.matches);
  const index = matches.findIndex(({ match_id }) => match_id === choices.match);
  const next = matches[index < 0 ? 0 : index + by];
  if (next !== undefined) choose({ tab: "matches", match: next.match_id });
}

function isTyping({ target }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** A dialog handles its own keys, such as Escape. */
function isInDialog({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("dialog") !== null;
}

export function Help({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="help" aria-label="Keyboard" onClose={onClose}>
      <h2>Keyboard</h2>
      <dl>
        {keys.map(([key, effect]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}
