import type { RefereeBench } from "../../../bench/referee-bench.js";
import { check } from "../../../check.js";
import { deadlineOf } from "../../../contract.js";

const deadline = deadlineOf("SHUTDOWN_COMMAND");

/** A twin control: first a stranger tells it to end, then the league manager. */
export default check<RefereeBench>({
  id: "referee/life/shuts-down",
  title: "ends when the league manager says so, and refuses everybody else",
  decides: ["REF-END-04"],
  kills: [
    "referee:ends-for-anybody",
    "referee:does-not-end",
    "referee:ends-with-an-error",
    "referee:refuses-to-end",
  ],
  needs: { last: true },
  worstCaseMs: 6 * deadline,
  async run({ league, referee, refused, expect, pause, canStart }) {
    const stranger = await league.shutdown({}, league.impostor("player:P99"));
    await pause(deadline / 10);
    const alive = await referee.call("ping");
    const told = await league.shutdown();
    const exit = canStart ? await referee.exit(deadline) : undefined;
    expect.that(alive.outcome !== "failure", {
      diagnosis: `the referee ended when a player sent it SHUTDOWN_COMMAND: ping got ${alive.describe()}`,
      expected: "a refusal with E012, and life",
      received: alive.describe(),
    });
    expect(told.result.message_type, "message_type of the answer to SHUTDOWN_COMMAND").is("SHUTDOWN_ACK");
    refused(stranger, "sender", ["E012"]);
    if (!canStart) return;
    expect.that(exit !== undefined, {
      diagnosis: `the referee acknowledged SHUTDOWN_COMMAND and is still running ${deadline} ms later`,
      expected: "an end",
      received: "it is still running",
    });
    // One that was ended by a signal has no code.
    if (exit === undefined || exit.code === null) return;
    expect(exit.code, "the exit status of the referee that was told to end by SHUTDOWN_COMMAND").is(0);
  },
});
