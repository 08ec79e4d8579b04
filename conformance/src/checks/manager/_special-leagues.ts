/** What is unusual about the leagues of some sizes, so that they show more than a schedule. Their agents behave well. */
import type { LeagueOptions } from "../../bench/open-league.js";
import { type RefereeScript, reportsOutcomes, slowly } from "../../peers/referee-behaviour.js";
import { nameOf, outcomeIn } from "./_outcomes.js";
import { Asking } from "./_questions.js";

export interface Special extends Required<Pick<LeagueOptions, "playerSeats" | "refereeSeats">> {
  /** What the manager is asked meanwhile. */
  asked?: Asking;
  /** How many matches the only referee has been given at once, at most. */
  load?: { most: number };
}

/** The league in which the manager is asked. */
export const QUESTIONED = 4;
/** The league with names that are not plain. */
export const UNUSUALLY_NAMED = 6;
/** The league whose only referee takes one match at a time. */
export const BUSY = 7;

/** What a name may be, and what is often lost of it: letters outside of ASCII, capitals, signs of HTML. */
export const UNUSUAL_NAMES = ['Zo\u00eb & <b>"S\u00f6hne"</b>', "\u540d\u524d \u03a9 \u{1f3b2} McX"] as const;

/** Long enough for another match to be given meanwhile. In milliseconds. */
const MATCH_MS = 40;

const well = reportsOutcomes(outcomeIn);

export function specialLeague(players: number): Special | undefined {
  switch (players) {
    case QUESTIONED:
      return questionedLeague();
    case UNUSUALLY_NAMED:
      return {
        playerSeats: unusuallyNamed(players),
        refereeSeats: Array.from({ length: 4 }, () => ({ script: well })),
      };
    case BUSY:
      return busyLeague(players);
    default:
      return undefined;
  }
}

function questionedLeague(): Special {
  const asked = new Asking();
  const script = asked.before(well);
  const playerSeats = plainlyNamed(QUESTIONED).map((seat) => ({ ...seat, react: asked.react }));
  return { asked, playerSeats, refereeSeats: [{ script }, { script }] };
}

export function busyLeague(players: number): Special & Required<Pick<Special, "load">> {
  const load = { open: 0, most: 0 };
  const work = slowly(MATCH_MS, well);
  const script: RefereeScript = async (assignment, tools) => {
    load.open += 1;
    load.most = Math.max(load.most, load.open);
    // The report says that the match is over, not the answer to it.
    tools.clock.after(MATCH_MS, () => {
      load.open -= 1;
    });
    await work(assignment, tools);
  };
  return { load, playerSeats: plainlyNamed(players), refereeSeats: [{ script, maxConcurrentMatches: 1 }] };
}

/** The first of them have unusual names. */
export function unusuallyNamed(players: number): Special["playerSeats"] {
  return plainlyNamed(players).map((seat, index) => {
    const name = UNUSUAL_NAMES[index];
    return name === undefined
      ? seat
      : { ...seat, registration: { set: { "/player_meta/display_name": name } } };
  });
}

export function plainlyNamed(players: number) {
  return Array.from({ length: players }, (_, seat) => ({ displayName: nameOf(seat) }));
}
