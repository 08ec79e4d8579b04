/** Rules on a trace from a file, without an agent. */

import { createExpect } from "../src/expect.js";
import { EVEN_ODD } from "../src/peers/game.js";
import { loadProfile } from "../src/profiles/load.js";
import type { Judging } from "../src/rules/rule.js";
import { Transcript } from "../src/transcript.js";
import type { Check } from "../src/types.js";
import { NotApplicable, NotExercised, outcomeOf } from "../src/verdict.js";

const NOTHING = new Transcript({ now: () => 0 } as never);

/** The verdict of a rule over this recording, and the diagnosis of a fault. */
export async function judgedOn<F>(
  rule: Check<F>,
  trace: readonly unknown[],
  about: Partial<Judging> = {},
): Promise<string> {
  const expect = createExpect(() => 0);
  const fixture = {
    expect,
    dialect: "canonical",
    leagueForm: "canonical",
    profile: loadProfile("canonical"),
    game: EVEN_ODD,
    ...about,
    notExercised: (why: string) => {
      throw new NotExercised(why);
    },
    notApplicable: (why: string) => {
      throw new NotApplicable(why);
    },
    recorded: async () => ({ label: "a trace", value: trace, transcript: NOTHING }),
    judgeEach: (_: string, parts: readonly unknown[], __: unknown, judge: (part: unknown) => void) =>
      parts.forEach(judge),
  };
  return rule.run(fixture as F).then(
    () => "pass",
    (thrown: unknown) => {
      const { verdict, diagnosis = "" } = outcomeOf(thrown, "must");
      return `${verdict}: ${diagnosis}`;
    },
  );
}
