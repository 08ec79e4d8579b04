import type { Sample } from "./family.js";
import { bucketEndsMs, type Histogram } from "./histogram.js";

const msPerSecond = 1000;

/** In seconds, the unit of Prometheus. */
export function histogramSamples(
  { counts, sumMs }: Histogram,
  labels: Readonly<Record<string, string>>,
): Sample[] {
  let count = 0;
  const buckets = [...counts].map((own, index): Sample => {
    count += own;
    const end = bucketEndsMs[index];
    const le = end === undefined ? "+Inf" : String(end / msPerSecond);
    return { suffix: "_bucket", labels: { ...labels, le }, value: count };
  });
  const sum = { suffix: "_sum", labels, value: sumMs / msPerSecond };
  return [...buckets, sum, { suffix: "_count", labels, value: count }];
}
