/** Progress of a league whose agents are all in this process: lines, or standings drawn in place on a terminal. */
import type { Clock } from "@league-v2/sdk";
import { lineProgress, plural } from "../league/describe.js";
import type { LeagueListener } from "../league/follow.js";
import type { LeagueProjection } from "../league/league-projection.js";
import { beginning, standingsTable } from "../league/standings-table.js";
import type { CliContext } from "./cli-context.js";
import { type Screen, widthOf } from "./screen.js";

/** Lines at the end of a terminal that are redrawn in place. */
interface LiveArea {
  /** @param isDue true for lines that must be drawn; others are drawn at most every `pauseMs` */
  readonly show: (lines: () => readonly string[], isDue?: boolean) => void;
  readonly clear: () => void;
}

/** The least time between drawings, in ms: leagues in memory have thousands of events a second. */
const pauseMs = 100;

/** Loads the drawing code on demand: most commands never draw. */
async function openLiveArea(screen: Screen, clock: Clock): Promise<LiveArea> {
  const { createLogUpdate } = await import("log-update");
  // The library uses only the size and the `write` method of a stream.
  const draw = createLogUpdate(screen as unknown as NodeJS.WritableStream, { showCursor: true });
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show(lines, isDue = false) {
      const now = clock.now();
      if (!isDue && now - drawnAt < pauseMs) return;
      drawnAt = now;
      const fitting = lines().slice(0, screen.rows - 1);
      draw(fitting.map((line) => beginning(line, widthOf(screen))).join("\n"));
    },
    clear: () => draw.clear(),
  };
}

/** The state of the league and below it the standings, without the last lines of a table that is too long for the screen. */
function liveProgress(area: LiveArea, screen: Screen, clock: Clock): LeagueListener {
  const begun = clock.now();
  return (event, projection) => {
    if (event.type === "league_completed") return area.clear();
    const lines = () => [
      statusLine(projection, clock.now() - begun, widthOf(screen)),
      ...tableLines(projection, screen),
    ];
    area.show(lines, event.type === "round_announced");
  };
}

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

export interface PlayProgress {
  readonly listener: LeagueListener;
  /** Clears the drawn lines of a league that was interrupted. */
  readonly erase: () => void;
}

/** Standings drawn in place if there is a terminal, otherwise lines. */
export async function openProgress({ screen, error, clock }: CliContext): Promise<PlayProgress> {
  if (screen === null)
    return { listener: lineProgress(error, ["match_started", "member_registered"]), erase() {} };
  const area = await openLiveArea(screen, clock);
  return { listener: liveProgress(area, screen, clock), erase: area.clear };
}
