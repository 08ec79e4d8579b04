import { observed } from "../_observed.js";

export default observed({
  id: "transport/envelope/timestamp",
  title: "stamps every message with the time of its sending, in UTC",
  decides: ["TRN-ENV-04"],
  kills: ["transport:local-times", "transport:times-of-yesterday", "transport:seconds-since-the-epoch"],
  rules: ["timestamp"],
});
