/** Stores the selection of the page in the URL fragment, so that a link shows the same view. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Timeline } from "../../timeline.js";

export type TabName = "standings" | "matches" | "crosstable" | "agents" | "messages";

export interface Choices {
  readonly tab: TabName;
  readonly match: string | null;
  readonly player: string | null;
  readonly round: number | null;
  readonly outcome: string | null;
  readonly words: string;
  /** Only messages that failed. */
  readonly failed: boolean;
  /** ms since the beginning of the recording; null for its end. */
  readonly t: number | null;
}

export const tabs: readonly TabName[] = ["standings", "matches", "crosstable", "agents", "messages"];

function readChoices(hash: string): Choices {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string) => {
    const text = given.get(name);
    return text === null || Number.isNaN(Number(text)) ? null : Number(text);
  };
  return {
    tab: tabs.find((tab) => tab === given.get("tab")) ?? "matches",
    match: given.get("match"),
    player: given.get("player"),
    round: number("round"),
    outcome: given.get("outcome"),
    words: given.get("words") ?? "",
    failed: given.get("failed") === "true",
    t: number("t"),
  };
}

function writeChoices(choices: Choices): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(choices)) {
    if (value !== null && value !== "" && value !== false && !(name === "tab" && value === "matches"))
      given.set(name, String(value));
  }
  return given.toString();
}

export type Choose = (change: Partial<Choices>) => void;

/** The URL is written at most once in this time, because browsers limit the rate. */
const writePauseMs = 300;

export function useChoices(): [Choices, Choose] {
  const [choices, setChoices] = useState(() => readChoices(location.hash));
  const choose = useCallback((change: Partial<Choices>) => setChoices((old) => ({ ...old, ...change })), []);
  /** The fragment that is read or written; another one is a change whose event is still to come. */
  const known = useRef(location.hash);
  const timer = useRef(0);
  useEffect(() => {
    timer.current = setTimeout(() => {
      if (location.hash !== known.current) return;
      const hash = writeChoices(choices);
      if (hash !== location.hash.slice(1)) history.replaceState(null, "", hash === "" ? "#" : `#${hash}`);
      known.current = location.hash;
    }, writePauseMs);
    return () => clearTimeout(timer.current);
  }, [choices]);
  useEffect(() => {
    const read = () => {
      clearTimeout(timer.current);
      known.current = location.hash;
      setChoices(readChoices(location.hash));
    };
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return [choices, choose];
}

/** The state that every part of the page needs. */
export interface Shown {
  readonly timeline: Timeline;
  /** The moment that is shown. */
  readonly t: number;
  readonly choices: Choices;
  readonly choose: Choose;
}
