import { observed } from "../../src/checks/transport/_observed.js";

export default observed({
  id: "transport/response/result-or-error",
  title: "puts exactly one of result and error into every response",
  decides: ["TRN-RPC-03"],
  kills: ["transport:null-error-beside-result"],
  rules: ["result-xor-error"],
});
