/** Progress of a league whose agents are all in this process: lines, or standings drawn in place on a terminal. */
import { lineProgress, plural } from "../league/describe.js";
import type { LeagueListener } from "../league/follow.js";
import type { LeagueProjection } from "../league/league-projection.js";
import { beginning, standingsTable } from "../league/standings-table.js";
import type { CliContext } from "./cli-context.js";
import { type Screen, widthOf } from "./screen.js";

/** @param room characters; if they are too few, the bar is left out */
function statusLine(projection: LeagueProjection, elapsedMs: number, room: number): string {
  const { matchesFinished: done, matchesScheduled: all, members, rounds, roundsCompleted } = projection;
  if (all === 0) return `${plural(members.length, "agent")} registered`;
  const round = `round ${Math.min(roundsCompleted + 1, rounds.length)}/${rounds.length}`;
  const left = timeLeft(done, all, elapsedMs);
  const matches = `${done}/${all} matches${left === "" ? "" : `, ${left}`}`;
  return [round, bar(done, all, room - round.length - matches.length - 2), matches].filter(Boolean).join(" ");
}

const barWidth = 24;
const minBarWidth = 4;

/** @param room characters; the bar is empty if they are too few */
function bar(done: number, all: number, room: number): string {
  const width = Math.min(barWidth, room);
  if (width < minBarWidth) return "";
  const filled = Math.min(width, Math.round((width * done) / all));
  return "█".repeat(filled) + "░".repeat(width - filled);
}

/** With fewer finished matches there is no estimate. */
const fewest = 3;
const msPerSecond = 1000;
const secondsPerMinute = 60;

/** `about 12 s left`; empty before there is an estimate, and at the end. */
export function timeLeft(done: number, all: number, elapsedMs: number): string {
  if (done < fewest || done >= all) return "";
  const seconds = Math.ceil((elapsedMs * (all - done)) / done / msPerSecond);
  const isLong = seconds > 2 * secondsPerMinute;
  return `about ${isLong ? `${Math.ceil(seconds / secondsPerMinute)} min` : `${seconds} s`} left`;
}

/** The status, an empty line, the two header lines, the number of omitted rows, and the line of the cursor. */
const otherLines = 6;

function tableLines({ matchesScheduled, standings }: LeagueProjection, screen: Screen): string[] {
  const most = Math.max(0, screen.rows - otherLines);
  if (matchesScheduled === 0 || most === 0) return [];
  const more = standings.length - most;
  const table = standingsTable(standings.slice(0, most), widthOf(screen)).split("\n");
  return ["", ...table, ...(more > 0 ? [`… and ${more} more`] : [])];
}

interface PlayProgress {
  readonly listener: LeagueListener;
  /** Clears the drawn lines of a league that was interrupted. */
  readonly erase: () => void;
}

/** The least time between drawings, in ms: leagues in memory have thousands of events a second. */
const pauseMs = 100;

/** The state of the league and its standings drawn in place if there is a terminal, otherwise lines. */
export async function openProgress({ screen, error, clock }: CliContext): Promise<PlayProgress> {
  if (screen === null)
    return { listener: lineProgress(error, ["match_started", "member_registered"]), erase() {} };
  // Loaded on demand: most commands never draw.
  const { createLogUpdate } = await import("log-update");
  // The library uses only the size and the `write` method of a stream.
  const draw = createLogUpdate(screen as unknown as NodeJS.WritableStream, { showCursor: true });
  const begun = clock.now();
  let drawnAt = Number.NEGATIVE_INFINITY;
  const listener: LeagueListener = ({ type }, projection) => {
    if (type === "league_completed") return draw.clear();
    const now = clock.now();
    if (type !== "round_announced" && now - drawnAt < pauseMs) return;
    drawnAt = now;
    const width = widthOf(screen);
    const lines = [statusLine(projection, now - begun, width), ...tableLines(projection, screen)];
    const fitting = lines.slice(0, screen.rows - 1);
    draw(fitting.map((line) => beginning(line, width)).join("\n"));
  };
  return { listener, erase: () => draw.clear() };
}
