/** Progress of a league as lines. It does not import the code that draws tables, so that a league manager starts fast. */
import type { LeagueEvent } from "@league-v2/sdk";
import { describe, printable } from "../../league/describe.js";
import type { LeagueListener } from "../../league/follow.js";

/** In a league with more matches than this, only rounds get a line. */
const maxMatchesShown = 100;

/** @param silentOn events that get no line */
export function lineProgress(
  write: (line: string) => void,
  silentOn: readonly LeagueEvent["type"][] = ["match_started"],
): LeagueListener {
  return (event, projection) => {
    const many = projection.matchesScheduled > maxMatchesShown;
    if (silentOn.includes(event.type)) return;
    if (many && (event.type === "result_recorded" || event.type === "round_announced")) return;
    write(printable(describe(event, projection)));
  };
}
