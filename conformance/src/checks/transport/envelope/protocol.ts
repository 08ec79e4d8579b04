import { observed } from "../_observed.js";

export default observed({
  id: "transport/envelope/protocol",
  title: "puts protocol, its message_type and a conversation_id into every message",
  decides: ["TRN-ENV-01"],
  kills: ["transport:no-protocol", "transport:one-message-type-for-all", "transport:empty-conversations"],
  rules: ["protocol", "conversation-id"],
});
