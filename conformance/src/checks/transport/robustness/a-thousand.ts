import type { TransportBench } from "../../../bench/transport-bench.js";
import { check } from "../../../check.js";
import { aWhile, exchanges } from "../../../time/mandates.js";
import { came, mustServe, stillServes, tell } from "../_rpc.js";
import { rudeness } from "./_hostility.js";

const REQUESTS = 1_000;
const ROUNDS = 10;
const AT_ONCE = 8;
/** Whoever takes longer over a hostile request is hung up on: that is hostile too. */
const PATIENCE_MS = aWhile() / 4;

export default check<TransportBench>({
  id: "transport/robustness/a-thousand",
  title: "still does its work after 1,000 malformed, oversized, foreign and broken-off requests",
  decides: ["TRN-SAFE-01"],
  kills: ["transport:worn-out", "transport:wedged-by-broken-json"],
  needs: { last: true },
  worstCaseMs: exchanges(2) + (REQUESTS / AT_ONCE) * PATIENCE_MS,
  async run(bench) {
    const before = await mustServe(bench);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const kinds = Array.from({ length: REQUESTS / ROUNDS }, () => rudeness(bench));
      await bench.volley(
        kinds.map((kind) => kind.make(bench)),
        { atOnce: AT_ONCE, timeoutMs: PATIENCE_MS },
      );
      const after = await bench.valid();
      const names = [...new Set(kinds.map(({ name }) => name))].join(", ");
      bench.expect.that(stillServes(after), {
        diagnosis: `after ${(round * REQUESTS) / ROUNDS} hostile requests, a plain one ${came(after)}; before them it ${came(before)}`,
        expected: tell(before),
        received: tell(after),
        hint: `Among them were ${names}. What the agent wrote to its output at that moment may tell which it was.`,
      });
    }
  },
});
