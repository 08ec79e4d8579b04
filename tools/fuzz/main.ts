/** `npm run fuzz -- --requests N --role player`: sends any number of requests; findings are stored in the corpus. */
import { join } from "node:path";
import { type Role, systemClock } from "@league-v2/sdk";
import { countProgress, screenOn } from "../../reference-agents/dist/esm/terminal/index.js";
import { runTool, wholeNumber } from "../build/run-tool.ts";
import { keep } from "./corpus.ts";
import { requestsPerAgent } from "./subjects.ts";
import { watched } from "./watchdog.ts";

const roles: readonly Role[] = ["player", "referee", "league_manager"];

const help = `Usage: npm run fuzz -- [options]

Sends hostile requests to agents in memory, and checks every answer. A request with a finding is stored.

  --requests <n>     the requests to each role (default: 100000)
  --role <role>      ${roles.join(", ")}; may be repeated (default: all)
  --seed <n>         the same requests again (default: 1)
  --corpus <folder>  where findings are stored (default: tools/fuzz/corpus)
  --help
`;

await runTool(
  help,
  {
    requests: { type: "string", default: "100000" },
    role: { type: "string", multiple: true, default: [...roles] },
    seed: { type: "string", default: "1" },
    corpus: { type: "string", default: join(import.meta.dirname, "corpus") },
  },
  async ({ role: chosen, corpus, ...numbers }) => {
    const unknown = chosen.find((one) => !roles.some((role) => role === one));
    if (unknown !== undefined) throw new RangeError(`there is no role ${unknown}`);
    const requests = wholeNumber("requests", numbers.requests);
    const seed = wholeNumber("seed", numbers.seed);
    let isSound = true;
    for (const role of roles.filter((one) => chosen.includes(one)))
      isSound = (await fuzzed(role, requests, seed, corpus)) && isSound;
    return isSound ? 0 : 1;
  },
);

/** Whether nothing was found. */
async function fuzzed(role: Role, requests: number, seed: number, corpus: string): Promise<boolean> {
  const progress = await countProgress({
    ...{ what: `requests to a ${role}`, all: requests, clock: systemClock },
    screen: screenOn(process.stderr, process.env),
    // The measurements are printed on separate lines.
    line: () => {},
  });
  const plan = { role, requests, seed, requestsPerAgent: requestsPerAgent[role] };
  const { statuses, findings, heap } = await watched(new URL("./thread.ts", import.meta.url), plan, {
    onDone: progress.onDone,
    onLine(text) {
      progress.end();
      process.stderr.write(text);
    },
  });
  progress.end();
  process.stdout.write(
    `${role}: ${requests} requests, answers ${JSON.stringify(statuses)}, ${findings.length} findings; ${heap}\n`,
  );
  for (const [index, finding] of findings.entries()) {
    process.stdout.write(`  ${finding.fault}: ${finding.shown}\n`);
    process.stdout.write(`  kept in ${keep(corpus, `${role}-${seed}-${index}`, finding)}\n`);
  }
  return findings.length === 0;
}
