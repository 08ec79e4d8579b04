/** Progress for whoever watches: lines, or one line that is drawn again and again on a terminal. */

import type { LeagueEvent } from "@league-v2/sdk";
import { describe } from "../league/describe.js";
import type { Follower } from "../league/follow.js";
import type { LeagueProjection } from "../league/league-projection.js";
import { printable } from "../league/standings-table.js";
import type { CliContext, Screen } from "./cli-context.js";

/** With more matches than this only rounds get a line. */
const mostMatchesShown = 100;

/** @param silentOn events that get no line */
export function lineProgress(
  write: (line: string) => void,
  silentOn: readonly LeagueEvent["type"][] = ["match_started"],
): Follower {
  return (event, chronicle) => {
    const many = chronicle.matchesScheduled > mostMatchesShown;
    if (silentOn.includes(event.type)) return;
    if (many && (event.type === "result_recorded" || event.type === "round_announced")) return;
    write(printable(describe(event, chronicle)));
  };
}

const eraseLine = "\r\u001b[K";
const barWidth = 24;

export function liveProgress(screen: Screen): Follower {
  return (event, chronicle) => {
    if (event.type === "league_completed") return screen.write(eraseLine);
    if (event.type !== "match_started")
      screen.write(eraseLine + statusLine(chronicle).slice(0, screen.columns - 1));
  };
}

function statusLine(chronicle: LeagueProjection): string {
  const {
    matchesFinished: done,
    matchesScheduled: all,
    members,
    rounds,
    roundsCompleted,
    standings,
  } = chronicle;
  if (all === 0) return `${members.length} agents registered`;
  const filled = Math.round((barWidth * done) / all);
  const bar = "█".repeat(filled) + "░".repeat(barWidth - filled);
  const leader = done === 0 ? undefined : standings[0];
  const lead = leader ? `  ${printable(leader.display_name)} leads with ${leader.points}` : "";
  return `round ${Math.min(roundsCompleted + 1, rounds.length)}/${rounds.length} ${bar} ${done}/${all} matches${lead}`;
}

/** For a league whose agents are all here: the one that suits the place where it is shown. */
export function progressFor({ screen, error }: CliContext): Follower {
  return screen === null ? lineProgress(error, ["match_started", "member_registered"]) : liveProgress(screen);
}

/** Takes the drawn line away, when the league did not come to its end. */
export function eraseProgress({ screen }: CliContext): void {
  screen?.write(eraseLine);
}
