import type { PlayerBench } from "../../../bench/player-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";
import { ENDING_MS } from "../_ending.js";
import { inMatch } from "../_steps.js";
import { answersTo } from "../_time.js";

export default check<PlayerBench>({
  id: "player/end/acknowledges-shutdown",
  title: "answers SHUTDOWN_COMMAND with SHUTDOWN_ACK, and ends with the exit status 0",
  decides: ["PLY-STOP-02"],
  kills: ["player:shuts-down-without-a-word", "player:shuts-down-with-an-error", "player:knows-no-shutdown"],
  needs: { last: true, command: true },
  worstCaseMs: answersTo("GAME_INVITATION", "GAME_OVER", "SHUTDOWN_COMMAND") + ENDING_MS,
  async run(bench) {
    const { player, league, expect } = bench;
    await inMatch(bench, async () => undefined);
    const answer = await league.shutdown(player);
    expect(answer.result.message_type, "the answer to SHUTDOWN_COMMAND").is("SHUTDOWN_ACK");
    expect.time(answer.ms, "the answer to SHUTDOWN_COMMAND").isAtMost(deadlineOf("SHUTDOWN_COMMAND"));
    const exit = await player.exit(ENDING_MS);
    if (exit === undefined) return bench.notExercised(`after ${ENDING_MS} ms the player still runs`);
    if (exit.code === null && exit.signal === null)
      bench.notExercised("the exit status of the process that ended last is not known");
    const ending = exit.signal === null ? `exit code ${exit.code}` : `signal ${exit.signal}`;
    expect.that(exit.code === 0, {
      diagnosis: `after SHUTDOWN_COMMAND the player ended with ${ending}; expected exit code 0`,
      expected: "exit code 0",
      received: ending,
    });
  },
});
