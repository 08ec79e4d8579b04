/** The selected faults as a hook of the simulated network. */
import { type Random, seededRandom } from "@league-v2/sdk";
import type { FaultHook, NetworkFault } from "@league-v2/sdk/memory";
import type { LeagueRequest, NetworkFaultName } from "./request.js";

const oneIn = 20;
const slowestMs = 8000;

const effects: Readonly<Record<NetworkFaultName, (random: Random) => NetworkFault>> = {
  lost: () => ({ drop: "request" }),
  "reply-lost": () => ({ drop: "reply" }),
  slow: (random) => ({ delayMs: random.below(slowestMs) }),
  twice: () => ({ duplicate: true }),
  refused: () => ({ refuse: true }),
};

/** Depends on the seed and on the order of the requests only. */
export function networkFaultHook({ seed, faults, change }: LeagueRequest): FaultHook {
  let exchange = 0;
  return ({ verb = "POST" }) => {
    // Requests are counted as in the recording, which leaves out those without a message.
    if (verb === "GET") return undefined;
    exchange += 1;
    if (change?.kind === "drop" && change.exchange === exchange) return { drop: "request" };
    const random = seededRandom(`${seed}/network/${exchange}`);
    const fault = faults.find(() => random.below(oneIn) === 0);
    return fault === undefined ? undefined : effects[fault](random);
  };
}
