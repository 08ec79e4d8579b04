import { observed } from "../_observed.js";

export default observed({
  id: "transport/json/clean-answers",
  title: "answers in UTF-8 without a byte order mark, and names no member twice",
  decides: ["TRN-JSON-03"],
  kills: ["transport:byte-order-marks", "transport:members-twice", "transport:latin-1"],
  rules: ["duplicate-key", "not-utf8", "bom"],
});
