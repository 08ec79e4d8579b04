import { isObject } from "../../json/pointer.js";
import { mutant } from "../mutant.js";
import { answerInstead, resultReply } from "../surgery.js";

export default mutant({
  id: "player:validates-nothing",
  fault: "Takes every message for valid that bears a type, and answers it with an acknowledgement.",
  surgery: {
    handler: (inner, tools) => async (http) => {
      const reply = await inner(http);
      const body: unknown = JSON.parse(reply.body || "null");
      const refused = isObject(body) && isObject(body.error) && body.error.code === -32_602;
      if (!refused) return reply;
      const obedient = answerInstead("*", ({ protocol, timestamp, conversation_id }, request) =>
        resultReply(request, {
          protocol,
          message_type: "ACK",
          timestamp,
          conversation_id,
          status: "ACKNOWLEDGED",
        }),
      );
      return obedient.handler?.(inner, tools)(http) ?? reply;
    },
  },
});
