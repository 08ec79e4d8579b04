/** What is said in every join and every choice of the run. */
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import type { Check } from "../../types.js";
import { assertAnswers } from "../answers-throughout.js";

export const choiceThroughoutChecks: readonly Check<PlayerFixture>[] = [
  {
    id: "player/choice/names-throughout",
    title: "names its match and itself in each join and each choice of the run, its time and a parity",
    decides: ["PLY-JOIN-04", "PLY-CHOICE-06", "PLY-JOIN-02", "PLY-CHOICE-02"],
    kills: [
      "player:third-join-names-no-match",
      "player:third-join-has-no-time",
      "player:later-choices-name-no-player",
      "player:third-choice-is-a-list",
    ],
    needs: { observes: true },
    steps: [],
    run: async (fixture) =>
      assertAnswers(
        fixture,
        [
          ["join-named", "PLY-JOIN-04"],
          ["choice-named", "PLY-CHOICE-06"],
          ["join-timed", "PLY-JOIN-02"],
          ["choice-parity", "PLY-CHOICE-02"],
        ],
        { why: "the player answered no invitation", blockedBy: ["PLY-JOIN-01"] },
      ),
  },
];
