/** Numbers, times, outcomes and players as texts and colours; an outcome also has a letter, to be distinguished without colours. */
import type { MatchView, OutcomeLetter } from "../../view.js";

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)];
  if (minutes < 60) return `${minutes} min ${seconds} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `14:03:27.120`, in the reader's own time zone. */
export function clockTime(t: number): string {
  const date = new Date(t);
  const milliseconds = String(date.getMilliseconds()).padStart(3, "0");
  return `${date.toTimeString().slice(0, "14:03:27".length)}.${milliseconds}`;
}

export function plural(count: number, one: string): string {
  return `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;
}

/** `CHOOSE_PARITY_CALL` as text: `Choose parity call`. */
export function messageName(type: string | null): string {
  if (type === null) return "No league message";
  const words = type.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const outcomeNames: Readonly<Record<OutcomeLetter, string>> = {
  W: "win",
  D: "draw",
  L: "loss",
  T: "technical loss",
};

export function toneOf(letter: OutcomeLetter): string {
  return `tone-${letter.toLowerCase()}`;
}

/** The options of the match filter, by their value in the URL. */
export const outcomeFilters: Readonly<
  Record<string, { readonly name: string; readonly fits: (match: MatchView) => boolean }>
> = {
  running: { name: "running", fits: ({ state }) => state === "RUNNING" },
  scheduled: { name: "scheduled", fits: ({ state }) => state === "SCHEDULED" },
  win: { name: "won", fits: ({ result }) => result?.status === "WIN" },
  draw: { name: "drawn", fits: ({ result }) => result?.status === "DRAW" },
  technical: { name: "technical losses", fits: ({ result }) => result?.status === "TECHNICAL_LOSS" },
};

/** The end of a match as text. */
export function resultText(
  { result, player_A_id, player_B_id }: MatchView,
  nameOf: (id: string) => string,
): string {
  if (result === null) return "";
  const { winner, status, drawn_number, choices } = result;
  const number = drawn_number === null ? "nothing was drawn" : `${drawn_number} was drawn`;
  const choice = (id: string) => `${nameOf(id)} chose ${choices[id] ?? "nothing"}`;
  const how = `${choice(player_A_id)}, ${choice(player_B_id)}, ${number}`;
  if (winner === null) return `${status === "DRAW" ? "Draw" : "Both lose"}: ${how}.`;
  return `${nameOf(winner)} wins${status === "TECHNICAL_LOSS" ? " by technical loss" : ""}: ${how}.`;
}

/** Colours that people with any colour vision can distinguish (six of Okabe and Ito, and two others), by the number in a player's id. */
const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#4848f0", "#606078"];

export function playerColour(id: string): string {
  const number = Number(/\d+/.exec(id)?.[0] ?? 0);
  return colours[(number + colours.length - 1) % colours.length] ?? "#606078";
}
