import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { utc } from "../../../time/utc.js";
import { timeFor } from "../_rpc.js";

export default check<TransportBench>({
  id: "transport/envelope/other-time-zones",
  title: "refuses timestamps without a time zone, or of another than UTC, with E021",
  decides: ["TRN-ENV-09"],
  kills: ["transport:overlooks-time-zones"],
  worstCaseMs: timeFor(16),
  async run({ twins, valid, clock }) {
    for (const zone of ["", "+02:00", "-05:00"]) {
      const invalid = () => valid({ set: { "/timestamp": utc(clock.now()).replace("Z", zone) } });
      await twins({
        differ:
          zone === "" ? "timestamp, which names no time zone," : `timestamp, whose time zone is ${zone},`,
        valid,
        invalid,
        because: ["E021", -32_021],
      });
    }
  },
});
