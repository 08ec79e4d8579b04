import { mutant } from "../mutant.js";
import { swallowsCall } from "../surgery.js";

export default mutant({
  id: "player:never-registers",
  fault: "Starts to serve without ever registering.",
  surgery: swallowsCall("LEAGUE_REGISTER_REQUEST", (message) => ({
    ...message,
    message_type: "LEAGUE_REGISTER_RESPONSE",
    sender: "league_manager",
    status: "ACCEPTED",
    player_id: "P01",
    auth_token: "nobody-gave-me-this-token",
    league_id: null,
    reason: null,
  })),
});
