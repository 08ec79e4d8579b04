import { observed } from "../_observed.js";

export default observed({
  id: "transport/json/one-text",
  title: "answers with one JSON text and nothing else",
  decides: ["TRN-JSON-01"],
  kills: ["transport:words-after-the-json", "transport:answers-twice"],
  rules: ["not-json"],
});
