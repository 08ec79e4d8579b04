/** Acknowledgements under the wrong name, or under none. */
import type { JsonObject } from "../../json/scan.js";
import { mutant } from "../mutant.js";
import { changeReply } from "../surgery.js";

const isAcknowledgement = ({ message_type }: JsonObject) =>
  String(message_type).endsWith("_ACK") &&
  message_type !== "GAME_JOIN_ACK" &&
  message_type !== "SHUTDOWN_ACK";

export default [
  mutant({
    id: "player:acknowledges-without-a-name",
    fault: 'Acknowledges with {"status": "ok"} alone.',
    surgery: changeReply("*", (message) => (isAcknowledgement(message) ? { status: "ok" } : undefined)),
  }),
  mutant({
    id: "player:acknowledges-by-one-name",
    fault: "Acknowledges everything with a message of the type ACK.",
    surgery: changeReply("*", (message) =>
      isAcknowledgement(message) ? { ...message, message_type: "ACK" } : undefined,
    ),
  }),
];
