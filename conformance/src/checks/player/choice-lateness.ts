import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import type { Check } from "../../types.js";

/** Most checks only need a choice to go on: what is wrong with one of them is found here. */
export const choiceLatenessChecks: readonly Check<PlayerFixture>[] = [
  {
    id: "player/choice/valid-throughout",
    title: 'chooses exactly "even" or "odd" each time, however many matches it has played',
    decides: ["PLY-CHOICE-02"],
    kills: ["player:chooses-nothing-after-many-matches"],
    needs: { observes: true },
    steps: [],
    async run({ seen: { choices }, expect, noteReceived, notExercised }) {
      if (choices.length === 0) notExercised("the player has made no choice", ["PLY-CHOICE-01"]);
      noteReceived(choices.length);
      for (const [index, choice] of choices.entries())
        expect(choice, `parity_choice number ${index + 1} of ${choices.length}`).isOneOf(["even", "odd"]);
    },
  },
  {
    id: "player/choice/never-late",
    title: "answers each call for its choice in time, the first one of its life too",
    decides: ["PLY-CHOICE-01"],
    kills: ["player:first-choice-is-late", "player:chooses-late-after-an-error"],
    needs: { observes: true },
    steps: [],
    async run({ seen, expect, noteReceived, notExercised }) {
      const { done, missed } = seen.choose;
      if (done === 0) notExercised("the player has made no choice", ["PLY-CHOICE-01"]);
      noteReceived(done + missed);
      const late_ms = seen.lateChoices_ms;
      const what = `the answer to ${late_ms.length} of ${done + missed} calls for its choice, while no other match was open,`;
      expect.time(Math.max(0, ...late_ms), what).isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
    },
  },
];
