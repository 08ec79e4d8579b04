import { observed } from "../_observed.js";

export default observed({
  id: "transport/robustness/tells-nothing",
  title: "shows no stack trace, no path and no exception in its answers",
  decides: ["TRN-SAFE-02"],
  kills: ["transport:shows-stack-traces", "transport:shows-exceptions", "transport:shows-paths"],
  rules: ["leak"],
});
