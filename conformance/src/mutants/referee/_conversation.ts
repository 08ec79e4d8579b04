/** Makes a referee speak in another conversation than it knows. */
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { onCall } from "../surgery.js";

const OF_A_MATCH = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];

/** The peers see this conversation_id, the referee the one that it has chosen. */
export function speaksIn(conversation: (message: JsonObject, url: string) => string): Surgery {
  return onCall("*", async (send, body, _, url) => {
    const message = body.params as JsonObject;
    const own = message.conversation_id;
    if (!OF_A_MATCH.includes(String(message.message_type))) return send(body);
    const shown = conversation(message, url);
    const reply = await send({ ...body, params: { ...message, conversation_id: shown } });
    return { ...reply, body: reply.body.replaceAll(JSON.stringify(shown), JSON.stringify(own)) };
  });
}
