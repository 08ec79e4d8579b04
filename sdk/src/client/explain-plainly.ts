import type { Explain } from "../json/validator.js";

/** The default `explain`: names the keyword and the pointer of each fault. */
export const explainPlainly: Explain = (faults) =>
  (faults ?? []).map(({ instancePath, keyword, expected }) => ({
    pointer: instancePath,
    keyword,
    expected: JSON.stringify(expected),
    received: "another value",
    message: `${instancePath === "" ? "the message" : instancePath} breaks ${keyword} ${JSON.stringify(expected)}`,
  }));
