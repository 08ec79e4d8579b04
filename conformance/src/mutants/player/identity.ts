/** Players that go on under a name or a token that nobody gave them. */
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { changeReply } from "../surgery.js";

const OWN_ID = "P00";

const withoutToken = ({ auth_token: _, ...message }: JsonObject) => message;

export default [
  mutant({
    id: "player:keeps-own-id",
    fault: "Calls itself by an id of its own instead of the assigned one, and knows no other.",
    surgery: changeReply("*", (message) => ({
      ...message,
      sender: `player:${OWN_ID}`,
      ...(message.player_id === undefined ? {} : { player_id: OWN_ID }),
    })),
  }),
  mutant({
    id: "player:keeps-own-sender",
    fault: "Keeps its display name as the sender after its registration.",
    surgery: changeReply("*", (message, { tools }) => ({
      ...message,
      sender: `player:${tools.launch.name}`,
    })),
  }),
  mutant({
    id: "player:sends-no-token",
    fault: "Sends no auth_token.",
    surgery: changeReply("*", withoutToken),
  }),
  mutant({
    id: "player:sends-another-token",
    fault: "Sends another auth_token than the one that it was given.",
    surgery: changeReply("*", (message) => ({ ...message, auth_token: "0123456789abcdef0123456789abcdef" })),
  }),
  mutant({
    id: "player:forgets-token-in-acknowledgements",
    fault: "Sends its auth_token with joins and choices, but not with acknowledgements.",
    surgery: changeReply("*", (message) =>
      String(message.message_type).endsWith("UPDATE_ACK") ? withoutToken(message) : undefined,
    ),
  }),
];
