/** Referees that do not keep to one conversation a match. */
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { mutant } from "../mutant.js";
import { onCall } from "../surgery.js";

const OF_A_MATCH = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"];

export default [
  mutant({
    id: "referee:new-conversation-for-each-message",
    fault: "Begins a new conversation with every message.",
    surgery: () => {
      let count = 0;
      return speaksIn(() => {
        count += 1;
        return `conv-message-${count}`;
      });
    },
  }),
  mutant({
    id: "referee:one-conversation-for-all",
    fault: "Uses the same conversation_id in all its matches.",
    surgery: speaksIn(() => "conv-of-this-referee"),
  }),
  mutant({
    id: "referee:conversation-for-each-player",
    fault: "Talks to the two players of a match in two conversations.",
    surgery: speaksIn((message, url) => `${String(message.conversation_id)}-${new URL(url).port}`),
  }),
];

/** The peers see this conversation_id, the referee the one that it has chosen. */
function speaksIn(conversation: (message: JsonObject, url: string) => string): Surgery {
  return onCall("*", async (send, body, _, url) => {
    const message = body.params as JsonObject;
    const own = message.conversation_id;
    if (!OF_A_MATCH.includes(String(message.message_type))) return send(body);
    const shown = conversation(message, url);
    const reply = await send({ ...body, params: { ...message, conversation_id: shown } });
    return { ...reply, body: reply.body.replaceAll(JSON.stringify(shown), JSON.stringify(own)) };
  });
}
