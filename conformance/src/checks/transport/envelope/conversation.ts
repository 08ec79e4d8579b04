import { observed } from "../_observed.js";

export default observed({
  id: "transport/envelope/conversation",
  title: "copies the conversation_id of a message into its reply",
  decides: ["TRN-ENV-06"],
  kills: ["transport:new-conversations"],
  rules: ["conversation-copied"],
});
