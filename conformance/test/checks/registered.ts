/** A few checks for tests, so that the tests of the engine do not depend on the real ones. */

import { messageRule } from "../../src/checks/observed.js";
import { type RegisteredCheck, register } from "../../src/checks/registry.js";
import { deadlineOf } from "../../src/contract.js";
import type { PlayerFixture } from "../../src/fixtures/member-fixtures.js";
import { answersTo } from "../../src/time/steps.js";

export async function testChecks(): Promise<RegisteredCheck[]> {
  return [
    register<PlayerFixture>(
      {
        id: "player/choice/echoes-match",
        title: "names the match that it was asked about",
        decides: ["PLY-CHOICE-06"],
        steps: [answersTo("GAME_INVITATION", "CHOOSE_PARITY_CALL")],
        async run({ player, league, expect }) {
          const match = await league.invite(player);
          const reply = await match.askChoice(player);
          expect(reply.result.match_id, "match_id of the choice").is(match.id);
        },
      },
      "test",
    ),
    register<PlayerFixture>(
      {
        id: "player/join/joins-in-time",
        title: "answers an invitation with GAME_JOIN_ACK within its deadline",
        decides: ["PLY-JOIN-01"],
        steps: [answersTo("GAME_INVITATION")],
        async run({ player, league, expect }) {
          const match = await league.invite(player);
          expect(match.joined.result.message_type, "the answer to the invitation").is("GAME_JOIN_ACK");
          expect
            .time(match.joined.ms, "the answer to the invitation")
            .isAtMost(deadlineOf("GAME_INVITATION"));
        },
      },
      "test",
    ),
    register(
      messageRule({
        id: "transport/response/result-or-error",
        title: "puts exactly one of result and error into every response",
        rules: [["result-xor-error", "TRN-RPC-03"]],
      }),
      "test",
    ),
  ];
}
