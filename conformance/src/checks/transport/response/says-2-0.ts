import { observed } from "../_observed.js";

export default observed({
  id: "transport/response/says-2-0",
  title: 'puts `jsonrpc: "2.0"` into every response',
  decides: ["TRN-RPC-02"],
  kills: ["transport:no-jsonrpc-member", "transport:jsonrpc-as-a-number"],
  rules: ["jsonrpc-version"],
});
