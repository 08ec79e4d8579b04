import { observed } from "../_observed.js";

export default observed({
  id: "transport/envelope/sender",
  title: "names itself as the sender by the id that it was given",
  decides: ["TRN-ENV-02"],
  kills: ["transport:sends-as-another", "transport:sends-as-nobody"],
  rules: ["sender-id"],
});
