import type { Explain } from "../json/validator.js";

/** The default `explain`: names the keyword and the pointer of each fault. */
export const explainPlainly: Explain = (faults) =>
  (faults ?? []).map(({ instancePath, keyword, params }) => ({
    pointer: instancePath,
    keyword,
    expected: JSON.stringify(params),
    received: "another value",
    message: `${instancePath === "" ? "the message" : instancePath} breaks ${keyword} ${JSON.stringify(params)}`,
  }));
