/** `npm run fuzz -- --requests N --role player`: sends any number of requests; findings are stored in the corpus. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Role } from "@league-v2/sdk";
import { HeapSeries } from "../soak/heap-series.ts";
import { keep } from "./corpus.ts";
import { fuzz } from "./fuzz.ts";
import { requestsPerAgent } from "./requests-per-agent.ts";

const roles: readonly Role[] = ["player", "referee", "league_manager"];

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    role: { type: "string", multiple: true },
    seed: { type: "string", default: "1" },
    corpus: { type: "string", default: join(import.meta.dirname, "corpus") },
  },
});

const samplings = 20;
const requests = Number(values.requests);
let failed = false;
for (const role of roles.filter((one) => values.role?.includes(one) ?? true)) {
  const heap = new HeapSeries();
  const step = Math.max(1, Math.floor(requests / samplings));
  let next = 0;
  const { statuses, findings } = await fuzz({
    role,
    requests,
    seed: Number(values.seed),
    requestsPerAgent: requestsPerAgent[role],
    onProgress(done) {
      if (done < next) return;
      heap.measure(done);
      next = done + step;
    },
  });
  process.stdout.write(
    `${role}: ${requests} requests, answers ${JSON.stringify(statuses)}, ${findings.length} findings; ${heap.describe("requests")}\n`,
  );
  for (const [index, finding] of findings.entries()) {
    process.stdout.write(`  ${finding.fault}: ${finding.shown}\n`);
    process.stdout.write(`  kept in ${keep(values.corpus, `${role}-${values.seed}-${index}`, finding)}\n`);
  }
  failed ||= findings.length > 0;
}
process.exitCode = failed ? 1 : 0;
