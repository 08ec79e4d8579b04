import { observed } from "../_observed.js";

export default observed({
  id: "transport/outgoing/form",
  title: "makes its calls as JSON-RPC 2.0 requests, by POST of application/json",
  decides: ["TRN-OUT-01"],
  kills: [
    "transport:calls-without-jsonrpc",
    "transport:calls-as-plain-text",
    "transport:calls-with-positional-params",
  ],
  rules: ["call-form"],
});
