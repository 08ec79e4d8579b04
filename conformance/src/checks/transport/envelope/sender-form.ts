import { observed } from "../_observed.js";

export default observed({
  id: "transport/envelope/sender-form",
  title: "writes senders as role:id",
  decides: ["TRN-ENV-03"],
  kills: ["transport:senders-without-a-role"],
  rules: ["sender-typed"],
});
