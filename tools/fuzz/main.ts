/** `npm run fuzz -- --requests N --role player`: sends any number of requests, and prints what was found as entries of the corpus. */
import type { Role } from "@league-v2/sdk";
import { inTenths, runTool, wholeNumber } from "../build/run-tool.ts";
import { fuzz } from "./fuzz.ts";
import { requestsPerAgent } from "./subjects.ts";

const roles: readonly Role[] = ["player", "referee", "league_manager"];

const help = `Usage: npm run fuzz -- [options]

Sends hostile requests to agents in memory, and checks every answer. What is found is printed as entries of tools/fuzz/corpus.json,
which every test run sends again.

  --requests <n>     the requests to each role (default: 100000)
  --role <role>      ${roles.join(", ")}; may be repeated (default: all)
  --seed <n>         the same requests again (default: 1)
  --help
`;

await runTool(
  help,
  {
    requests: { type: "string", default: "100000" },
    role: { type: "string", multiple: true, default: [...roles] },
    seed: { type: "string", default: "1" },
  },
  async ({ role: chosen, ...numbers }) => {
    const unknown = chosen.find((one) => !roles.some((role) => role === one));
    if (unknown !== undefined) throw new RangeError(`there is no role ${unknown}`);
    const requests = wholeNumber("requests", numbers.requests);
    const seed = wholeNumber("seed", numbers.seed);
    let isSound = true;
    for (const role of roles.filter((one) => chosen.includes(one)))
      isSound = (await fuzzed(role, requests, seed)) && isSound;
    return isSound ? 0 : 1;
  },
);

/** Whether nothing was found. */
async function fuzzed(role: Role, requests: number, seed: number): Promise<boolean> {
  const { statuses, findings } = await fuzz({
    role,
    requests,
    seed,
    requestsPerAgent: requestsPerAgent[role],
    onProgress: inTenths(`requests to a ${role}`, requests),
  });
  const answers = JSON.stringify(statuses);
  process.stdout.write(`${role}: ${requests} requests, answers ${answers}, ${findings.length} findings\n`);
  for (const { shown, ...entry } of findings) {
    const requests = entry.requests.map(({ body, ...rest }) => ({ ...rest, body: storable(body) }));
    process.stdout.write(`${JSON.stringify({ ...entry, requests }, null, 2)}\n${shown}\n`);
  }
  return findings.length === 0;
}

function storable(body: string | Uint8Array): string | number[] {
  return typeof body === "string" ? body : [...body];
}
