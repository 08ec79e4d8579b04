/** Rules: checks that judge what a scenario has recorded, and send nothing themselves. */
import type { FixtureBase } from "./fixtures/base.js";
import type { Done } from "./fixtures/observations.js";
import type { TimedStep } from "./time/timed-step.js";
import type { Check } from "./types.js";

/** A part of a league that is played once in a run, by the first rule over it, and recorded. It judges nothing. */
export interface Scenario<F, Part> {
  name: string;
  steps: readonly TimedStep[];
  /** It mostly waits; see `Check`. */
  concurrent?: true;
  play(fixture: F): Promise<readonly Part[]>;
  /** A text that the messages about a part have in common, such as the id of its match. */
  idOf(part: Part): string;
}

/** What a rule knows beyond the part that it judges: it asserts with `expect`. */
export type Judging = Pick<
  FixtureBase,
  "expect" | "timely" | "dialect" | "leagueForm" | "profile" | "form" | "notExercised" | "notApplicable"
>;

/** What a rule needs of a fixture: the recording of a scenario, and its transcript. */
interface Recording extends Judging {
  recorded<Part>(name: string, play: () => Promise<readonly Part[]>): Promise<Done<readonly Part[]>>;
  judgeEach<Part>(
    done: Done<readonly Part[]>,
    idOf: (part: Part) => string,
    judge: (part: Part) => void,
  ): void;
  noteReceived(count: number): void;
}

/** Steps for one rule alone. */
export interface OwnSteps<F, Part> extends Pick<Scenario<F, Part>, "steps" | "concurrent"> {
  /** @param isWrong whether the rule finds a fault in a part, so that the others need not be played */
  playAlone(fixture: F, isWrong: (part: Part) => boolean): Promise<readonly Part[]>;
}

/** All of one kind that the checks of a run have shown: its rules are judged at the end of the run. */
export interface WholeRun<F, Part> {
  /** @throws NotExercised when there is nothing */
  seenBy(fixture: F): readonly Part[];
}

export interface Rule<F, Part> extends Pick<Check<F>, "id" | "title" | "decides" | "slow"> {
  over: Scenario<F, Part> | OwnSteps<F, Part> | WholeRun<F, Part>;
  /** Whether a part shows something about the rule; default: each one does. */
  where?(part: Part, about: Judging): boolean;
  /** The part for which this is the highest is judged first. */
  worst?(part: Part): number;
  /** Why the rule is not exercised when no part shows anything, and the clauses that are broken then. */
  none?: readonly [why: string, blockedBy: readonly string[]];
  judge(part: Part, about: Judging): void;
  /** What the parts show only together, when each of them was right. */
  afterwards?(parts: readonly Part[], about: Judging): void;
}

export function rule<F extends Recording, Part>({
  over,
  where = () => true,
  worst,
  none: [why, blockedBy] = ["nothing of this was seen", []],
  judge,
  afterwards,
  ...check
}: Rule<F, Part>): Check<F> {
  const judged = (fixture: F, parts: readonly Part[]) => {
    const shown = parts.filter((part) => where(part, fixture));
    if (shown.length === 0) fixture.notExercised(why, blockedBy);
    return worst === undefined ? shown : shown.toSorted((a, b) => worst(b) - worst(a));
  };
  if ("seenBy" in over)
    return {
      ...check,
      needs: { observes: true },
      steps: [],
      async run(fixture) {
        const parts = judged(fixture, over.seenBy(fixture));
        fixture.noteReceived(parts.length);
        for (const part of parts) judge(part, fixture);
        afterwards?.(parts, fixture);
      },
    };
  const { steps, concurrent } = over;
  const planned = { ...check, steps, ...(concurrent === undefined ? {} : { concurrent }) };
  if ("playAlone" in over)
    return {
      ...planned,
      async run(fixture) {
        const isWrong = (part: Part) => {
          try {
            judge(part, fixture);
            return false;
          } catch {
            return true;
          }
        };
        const parts = judged(fixture, await over.playAlone(fixture, isWrong));
        for (const part of parts) judge(part, fixture);
        afterwards?.(parts, fixture);
      },
    };
  const { name } = over;
  return {
    ...planned,
    shares: name,
    async run(fixture) {
      const done = await fixture.recorded(name, () => over.play(fixture));
      const value = judged(fixture, done.value);
      fixture.judgeEach({ ...done, value }, over.idOf, (part) => judge(part, fixture));
      afterwards?.(value, fixture);
    },
  };
}
