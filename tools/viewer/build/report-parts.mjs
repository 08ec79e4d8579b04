// The script and the style that draw the conversations of a conformance report, as a module.
import { bundled } from "./bundled.mjs";

/** @returns {Promise<string>} */
export async function reportParts() {
  const [script, style] = await Promise.all([bundled("report/main.tsx"), bundled("report/style.css")]);
  return `export const script = ${JSON.stringify(script)};\nexport const style = ${JSON.stringify(style)};\n`;
}
