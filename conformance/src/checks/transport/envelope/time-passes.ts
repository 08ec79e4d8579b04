import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { isoTime, TICK_MS } from "../../../time/iso-time.js";
import { mustAccept, timeFor } from "../_rpc.js";

/** Clocks of two machines may differ, but both of them go on. That the time is right at all is for the oracle. */
export default check<TransportBench>({
  id: "transport/envelope/time-passes",
  title: "stamps a later message with a later time",
  decides: ["TRN-ENV-04"],
  kills: ["transport:stopped-clock"],
  slow: true,
  worstCaseMs: timeFor(6) + TICK_MS,
  async run(bench) {
    const { valid, pause, expect } = bench;
    await mustAccept(bench);
    const first = (await valid()).result.timestamp;
    await pause(TICK_MS);
    const second = (await valid()).result.timestamp;
    const [before, after] = [isoTime(first), isoTime(second)];
    if (before === undefined || after === undefined)
      return bench.notExercised("its answers bear no time that could be read");
    expect.that(after > before, {
      diagnosis: `two answers, sent ${TICK_MS} ms after each other, have the timestamps ${String(first)} and ${String(second)}; expected the time of each`,
      expected: `later than ${String(first)}`,
      received: String(second),
      hint: "Take the time when you send, not once when the program starts.",
    });
  },
});
