import { observed } from "../_observed.js";

export default observed({
  id: "transport/outgoing/open-ids",
  title: "gives the requests that it has open with one peer different ids",
  decides: ["TRN-OUT-02"],
  kills: ["transport:one-id-for-all-calls"],
  rules: ["open-ids"],
});
