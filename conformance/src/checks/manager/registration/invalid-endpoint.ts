import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectRejected, metaOf, openDesk } from "../_desk.js";
import { registrations } from "../_times.js";

const ENDPOINTS = ["ftp://127.0.0.1:9/mcp", "there is nobody here"];

export default check<ManagerBench>({
  id: "manager/registration/invalid-endpoint",
  title: 'rejects an endpoint that is not an http or https URL, with the reason "Invalid endpoint"',
  decides: ["LM-REG-07"],
  kills: ["manager:takes-any-endpoint", "manager:other-reasons"],
  needs: { first: true },
  worstCaseMs: registrations(6),
  async run(bench) {
    const desk = await openDesk(bench);
    for (const role of ["player", "referee"] as const) {
      for (const endpoint of ENDPOINTS) {
        const answer = await desk.apply(role, { set: { [`${metaOf(role)}/contact_endpoint`]: endpoint } });
        expectRejected(
          bench,
          answer,
          `a ${role} with the contact_endpoint "${endpoint}"`,
          "Invalid endpoint",
        );
      }
    }
  },
});
