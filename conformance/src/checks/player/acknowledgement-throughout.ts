/** What is said in every acknowledgement of the run. */
import type { PlayerFixture } from "../../fixtures/player-fixture.js";
import type { Check } from "../../types.js";
import { assertAnswers } from "../answers-throughout.js";

export const acknowledgementThroughoutChecks: readonly Check<PlayerFixture>[] = [
  {
    id: "player/acknowledgement/names-throughout",
    title: "names no other message, match or round in any acknowledgement of the run",
    decides: ["PLY-ACK-04"],
    kills: ["player:third-acknowledgement-of-the-first-match"],
    needs: { observes: true },
    steps: [],
    run: async (fixture) =>
      assertAnswers(fixture, [["acknowledgement-named", "PLY-ACK-04"]], {
        why: "the player acknowledged nothing",
        blockedBy: ["PLY-ACK-01", "PLY-ACK-02"],
      }),
  },
];
