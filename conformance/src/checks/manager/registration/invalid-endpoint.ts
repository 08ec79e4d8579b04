import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectRejected, metaOf, withRegisteredAgents } from "../_desk.js";
import { registrations } from "../_times.js";

const ENDPOINTS = ["ftp://127.0.0.1:9/mcp", "there is nobody here"];

export default check<ManagerBench>({
  id: "manager/registration/invalid-endpoint",
  title: 'rejects an endpoint that is not an http or https URL, with the reason "Invalid endpoint"',
  decides: ["LM-REG-07"],
  kills: ["manager:takes-any-endpoint", "manager:other-reasons"],
  needs: { first: true },
  worstCaseMs: 2 * registrations(6),
  run: (bench) =>
    withRegisteredAgents(bench, async ({ apply }) => {
      for (const role of ["player", "referee"] as const) {
        for (const endpoint of ENDPOINTS) {
          const answer = await apply(role, { set: { [`${metaOf(role)}/contact_endpoint`]: endpoint } });
          const who = `a ${role} with the contact_endpoint "${endpoint}"`;
          expectRejected(bench, answer, who, "Invalid endpoint");
        }
      }
    }),
});
