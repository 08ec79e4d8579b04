import { expect, it } from "vitest";
import { bundle } from "./bundle.ts";

it("counts what is imported at once, and not what may be loaded later", async () => {
  const { inputs, minifiedBytes, gzippedBytes } = await bundle(`
    export { numberText } from "./src/report/table.ts";
    export const later = () => import("./src/measure/statistics.ts");`);
  expect([...inputs.keys()]).toContain("tools/bench/src/report/table.ts");
  expect([...inputs.keys()]).not.toContain("tools/bench/src/measure/statistics.ts");
  expect(minifiedBytes).toBeGreaterThan(100);
  expect(gzippedBytes).toBeGreaterThan(100);
});
