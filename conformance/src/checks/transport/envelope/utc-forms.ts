import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { utc } from "../../../time/utc.js";
import { timeFor } from "../_rpc.js";

/** How long YYYY-MM-DDTHH:MM:SS is. */
const SECONDS = 19;
/** What may follow the seconds. */
const ENDINGS = ["Z", "+00:00", ".123456Z", ".123456+00:00"];

export default check<TransportBench>({
  id: "transport/envelope/utc-forms",
  title: "accepts timestamps in UTC that end in Z or +00:00, with a fraction or without",
  decides: ["TRN-ENV-10"],
  kills: ["transport:wants-milliseconds", "transport:wants-a-z"],
  worstCaseMs: timeFor(2 * ENDINGS.length),
  async run({ expect, valid, clock, notExercised }) {
    const plain = await valid();
    if (plain.outcome !== "message")
      return notExercised(
        `a message with the timestamp in milliseconds was not accepted (${plain.describe()})`,
      );
    for (const ending of ENDINGS) {
      const timestamp = utc(clock.now()).slice(0, SECONDS) + ending;
      const answer = await valid({ set: { "/timestamp": timestamp } });
      expect.that(answer.outcome === "message", {
        diagnosis: `the same message with the timestamp "${timestamp}", which is UTC in the form of RFC 3339, was answered with ${answer.describe()}; with milliseconds and Z it was accepted`,
        expected: "the answer to the plain message",
        received: answer.describe(),
      });
    }
  },
});
