/** Several matches for one question, as many at the same time as the referee takes. */
import type { MatchObservation } from "../../peers/match-observation.js";
import type { MatchPlan, RefereeLeague } from "../../peers/referee-league.js";

export interface Case extends MatchPlan {
  /** What is special about it, as the diagnosis says it: "answered each choice call with HTTP 500". */
  what: string;
}

/** Plays all of them and looks at each; after the first that is wrong no more are begun. */
export async function playCases<C extends Case>(
  league: RefereeLeague,
  cases: readonly C[],
  look: (match: MatchObservation, one: C) => void,
): Promise<void> {
  // A referee that plays one after the other, though it has announced more, may take its time with the others first.
  const beginsWithinMs = Math.max(...cases.map(({ patienceMs = 0 }) => patienceMs));
  const queue = [...cases];
  let wrong: { error: unknown } | undefined;
  const place = async () => {
    for (let one = queue.shift(); one !== undefined && wrong === undefined; one = queue.shift()) {
      const match = await league.runMatch({ beginsWithinMs, ...one });
      try {
        look(match, one);
      } catch (error) {
        wrong ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(league.capacity, cases.length) }, place));
  if (wrong !== undefined) throw wrong.error;
}
