import { observed } from "../_observed.js";

export default observed({
  id: "transport/id/in-every-answer",
  title: "gives ids back as they came, whatever was asked",
  decides: ["TRN-ID-01"],
  kills: ["transport:own-ids", "transport:ids-as-text"],
  rules: ["id-echoed"],
});
