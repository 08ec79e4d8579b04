import type { ManagerBench } from "../../../bench/manager-bench.js";
import { check } from "../../../check.js";
import { expectRejected, metaOf, withRegisteredAgents } from "../_desk.js";
import { registrations } from "../_times.js";

/** Addresses that belong to nobody (RFC 5737), and names that only look like this machine. */
const ENDPOINTS = [
  "http://192.0.2.1:8101/mcp",
  "http://127.0.0.1@192.0.2.1:8101/mcp",
  "http://127.0.0.1.example.com:8101/mcp",
  "http://169.254.169.254/mcp",
];

export default check<ManagerBench>({
  id: "manager/registration/foreign-endpoint",
  title: "rejects an endpoint on another machine that is not on its allow-list",
  decides: ["LM-REG-08"],
  kills: ["manager:calls-strangers"],
  worstCaseMs: 2 * registrations(3),
  async run(bench) {
    // A manager may accept it (it is a SHOULD), and then somebody who is not there would play in the only league.
    if (!bench.canStart) bench.notExercised("this needs a league of its own; use --command");
    await withRegisteredAgents(bench, async ({ apply }) => {
      const answers = await Promise.all(
        ENDPOINTS.map((endpoint) =>
          apply("player", { set: { [`${metaOf("player")}/contact_endpoint`]: endpoint } }),
        ),
      );
      answers.forEach((answer, index) => {
        const who = `a player with the contact_endpoint "${ENDPOINTS[index]}"`;
        expectRejected(bench, answer, who, "Invalid endpoint");
      });
    });
  },
});
