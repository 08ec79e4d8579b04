import { observed } from "../_observed.js";

export default observed({
  id: "transport/error/form",
  title: "gives each error an integer code that it may use, and a message",
  decides: ["TRN-ERR-02"],
  kills: ["transport:codes-as-text", "transport:codes-that-are-kept", "transport:errors-without-words"],
  rules: ["error-code", "error-message"],
});
