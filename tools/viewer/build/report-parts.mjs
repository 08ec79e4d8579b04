// The script and the style that draw the conversations of a conformance report.
import { bundled } from "./bundled.mjs";

/** @returns {Promise<{script: string, style: string}>} */
export async function reportParts() {
  const [script, style] = await Promise.all([bundled("report/main.tsx"), bundled("report/style.css")]);
  return { script, style };
}
