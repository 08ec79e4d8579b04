/** The thread of the fuzzer. */
import { HeapSeries } from "../soak/heap-series.ts";
import { fuzz } from "./fuzz.ts";
import { inThread } from "./watchdog.ts";

const samplings = 20;

await inThread(async (plan, report, onSend) => {
  const heap = new HeapSeries();
  const step = Math.max(1, Math.floor(plan.requests / samplings));
  let next = 0;
  const { answered: _, ...found } = await fuzz({
    ...plan,
    onSend,
    onGroup: (group) => report({ group }),
    onProgress(done) {
      report({ done });
      if (done < next) return;
      heap.measure(done);
      next = done + step;
    },
  });
  report({ end: { ...found, heap: heap.describe("requests") } });
});
