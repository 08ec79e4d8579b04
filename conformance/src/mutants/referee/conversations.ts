/** Referees that do not keep to one conversation a match. */
import { mutant } from "../mutant.js";
import { speaksIn } from "./_conversation.js";

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
