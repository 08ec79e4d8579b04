/** Rules: checks that judge what a scenario has recorded, and send nothing themselves. */
import type { FixtureBase } from "../fixtures/base.js";
import type { Done } from "../fixtures/observations.js";
import type { About, Trace } from "../transcript.js";
import type { Check, TimedStep } from "../types.js";

/** A part of a league that is played once in a run, by the first rule over it, and recorded. It judges nothing. */
export interface Scenario<F, Part> {
  /** Undefined: it is played for one rule alone. */
  name?: string;
  steps: readonly TimedStep[];
  /** It mostly waits; see `Check`. */
  concurrent?: true;
  /** @param isWrong whether the rule that it is played for finds a fault in a part, so that the others need not be played */
  play(fixture: F, isWrong: (part: Part) => boolean): Promise<readonly Part[]>;
  about(part: Part): About;
}

/** What a rule knows beyond the part that it judges: it asserts with `expect`. */
export type Judging = Pick<
  FixtureBase,
  | ("expect" | "timely" | "notExercised" | "notApplicable" | "note")
  | ("dialect" | "leagueForm" | "profile" | "form" | "game" | "real" | "canStart")
>;

/** What a rule needs of a fixture: the recording of a scenario, and its transcript. */
interface Recording extends Judging {
  recorded<Part>(name: string, play: () => Promise<readonly Part[]>): Promise<Done<readonly Part[]>>;
  recordedAlone<Part>(play: () => Promise<readonly Part[]>): Promise<Done<readonly Part[]>>;
  judgeEach<Part>(
    label: string,
    parts: readonly Part[],
    traceOf: (part: Part) => Trace,
    judge: (part: Part) => void,
  ): void;
}

/** Leagues of a manager, each of which is a part. One of its own decides for a rule where a shared one is disturbed. */
export interface Leagues<F, Part> extends Pick<Scenario<F, Part>, "steps"> {
  judgeEach(fixture: F, judge: (league: Done<Part>) => void): Promise<void>;
}

/** All of one kind that the checks of a run have shown: its rules are judged at the end of the run. */
export interface WholeRun<F, Part> {
  name: string;
  /** @throws NotExercised when there is nothing */
  seenBy(fixture: F): readonly Part[];
  traceOf(part: Part): Trace;
}

export interface Rule<F, Part>
  extends Pick<Check<F>, "id" | "title" | "decides" | "needs" | "slow" | "unusual"> {
  over: Scenario<F, Part> | Leagues<F, Part> | WholeRun<F, Part>;
  /** Of leagues: the messages that the transcript shows where none is wrong. */
  shows?: readonly string[];
  /** Whether a part shows something about the rule; default: each one does. */
  where?(part: Part, about: Judging): boolean;
  /** The part for which this is the highest is judged first. */
  worst?(part: Part): number;
  /** Why the rule is not exercised when no part shows anything, and the clauses that are broken then. */
  none?: readonly [why: string, blockedBy: readonly string[]];
  judge?(part: Part, about: Judging): void;
  /** What the parts show only together, when each of them was right. */
  afterwards?(parts: readonly [Part, ...Part[]], fixture: F): void | Promise<void>;
}

export function rule<F extends Recording, Part>({
  over,
  where = () => true,
  worst,
  none: [why, blockedBy] = ["nothing of this was seen", []],
  judge = () => undefined,
  afterwards,
  shows,
  ...check
}: Rule<F, Part>): Check<F> {
  const judgeParts = (
    fixture: F,
    { label, parts, traceOf }: { label: string; parts: readonly Part[]; traceOf: (part: Part) => Trace },
  ) => {
    const shown = parts.filter((part) => where(part, fixture));
    const inOrder = worst === undefined ? shown : shown.toSorted((a, b) => worst(b) - worst(a));
    const [first, ...others] = inOrder;
    if (first === undefined) return fixture.notExercised(why, blockedBy);
    fixture.judgeEach(label, inOrder, traceOf, (part) => judge(part, fixture));
    return [first, ...others] as const;
  };
  const judgeAll = async (fixture: F, all: Parameters<typeof judgeParts>[1]) => {
    const judged = judgeParts(fixture, all);
    await afterwards?.(judged, fixture);
  };
  if ("seenBy" in over)
    return {
      ...check,
      needs: { observes: true },
      steps: [],
      async run(fixture) {
        const { label, value } = await fixture.recorded(over.name, async () => over.seenBy(fixture));
        await judgeAll(fixture, { label, parts: value, traceOf: over.traceOf });
      },
    };
  if ("judgeEach" in over) {
    const ids = shows?.map((type) => `"${type}`);
    return {
      ...check,
      steps: over.steps,
      run: (fixture) =>
        over.judgeEach(fixture, ({ label, value, transcript }) => {
          const traceOf = () => ({ transcript, ...(ids === undefined ? {} : { ids }) });
          judgeParts(fixture, { label, parts: [value], traceOf });
        }),
    };
  }
  const { name, steps, concurrent, about } = over;
  return {
    ...check,
    steps,
    ...(concurrent === undefined ? {} : { concurrent }),
    ...(name === undefined ? {} : { shares: name }),
    async run(fixture) {
      const isWrong = (part: Part) => {
        try {
          judge(part, fixture);
          return false;
        } catch {
          return true;
        }
      };
      const play = () => over.play(fixture, isWrong);
      const { label, value, transcript } = await (name === undefined
        ? fixture.recordedAlone(play)
        : fixture.recorded(name, play));
      const traceOf = (part: Part) => ({ transcript, ...about(part) });
      await judgeAll(fixture, { label, parts: value, traceOf });
    },
  };
}
