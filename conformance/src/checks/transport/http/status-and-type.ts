import { observed } from "../_observed.js";

export default observed({
  id: "transport/http/status-and-type",
  title: "sends JSON-RPC responses, errors too, with the status 200 and the content type application/json",
  decides: ["TRN-HTTP-01"],
  kills: ["transport:errors-with-http-400", "transport:json-as-plain-text"],
  rules: ["http-status", "media-type"],
});
