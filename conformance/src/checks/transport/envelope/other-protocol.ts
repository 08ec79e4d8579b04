import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { timeFor } from "../_rpc.js";

const BECAUSE = ["E018", -32_018];

export default check<TransportBench>({
  id: "transport/envelope/other-protocol",
  title: "refuses messages of another protocol, and registrations of an older version, with E018",
  decides: ["TRN-ENV-08"],
  kills: ["transport:overlooks-the-protocol"],
  worstCaseMs: timeFor(20),
  async run({ twins, valid, role, dialect }) {
    for (const protocol of ["league.v1", "LEAGUE.V2", "league.v20"]) {
      await twins({
        differ: "protocol",
        valid,
        invalid: () => valid({ set: { "/protocol": protocol } }),
        because: BECAUSE,
      });
    }
    // A registration of the flat dialect names no version.
    if (role !== "manager" || dialect === "flat") return;
    const older = () => valid({ set: { "/player_meta/protocol_version": "1.9.0" } });
    await twins({ differ: "protocol_version", valid, invalid: older, because: BECAUSE });
  },
});
