import { observed } from "../_observed.js";

export default observed({
  id: "transport/response/result-or-error",
  title: "puts exactly one of result and error into every response",
  decides: ["TRN-RPC-03"],
  kills: ["transport:null-error-beside-result", "transport:null-result-beside-error"],
  rules: ["result-xor-error"],
});
