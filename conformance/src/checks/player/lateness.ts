import { deadlineOf } from "../../contract.js";
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import type { Check } from "../../types.js";

export const latenessChecks: readonly Check<PlayerFixture>[] = [
  /** Most checks only need a choice to go on: a player that was too late for one of them is found here. */
  {
    id: "player/choice/never-late",
    title: "answers each call for its choice in time, the first one of its life too",
    decides: ["PLY-CHOICE-01"],
    kills: ["player:first-choice-is-late"],
    needs: { observes: true },
    steps: [],
    async run({ seen, expect, heard, notExercised }) {
      const { done, missed } = seen.choose;
      if (done === 0) notExercised("the player has made no choice", ["PLY-CHOICE-01"]);
      heard(done + missed);
      const [first_ms, ...others] = seen.lateChoices_ms;
      if (first_ms === undefined) return;
      const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
      const what = `the answer to a call for its choice${more}, while no other match was open,`;
      expect.time(first_ms, what).isAtMost(deadlineOf("CHOOSE_PARITY_CALL"));
    },
  },
];
