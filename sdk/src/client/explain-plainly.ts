import type { Explain } from "../json/validator.js";

/** Used where no better `explain` is given: says which keyword fails where, and no more. */
export const explainPlainly: Explain = (faults) =>
  (faults ?? []).map(({ instancePath, keyword, params }) => ({
    pointer: instancePath,
    keyword,
    expected: JSON.stringify(params),
    received: "another value",
    message: `${instancePath === "" ? "the message" : instancePath} breaks ${keyword} ${JSON.stringify(params)}`,
  }));
