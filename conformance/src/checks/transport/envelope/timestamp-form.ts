import { observed } from "../_observed.js";

export default observed({
  id: "transport/envelope/timestamp-form",
  title: "writes every timestamp as RFC 3339 has it",
  decides: ["TRN-ENV-05"],
  kills: ["transport:compact-times"],
  rules: ["timestamp-rfc3339"],
});
