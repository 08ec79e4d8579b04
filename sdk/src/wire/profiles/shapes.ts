/** Forms that differ in the place of the message and the name of the call. */
import type { ProfileDocument } from "../types.js";

/** Tool names of other agents; other tools have the names of the documents. */
const receivingTools: ProfileDocument["messages"] = {
  GAME_INVITATION: { method: "receive_game_invitation" },
  GAME_OVER: { method: "receive_game_over" },
  RUN_MATCH: { method: "start_match" },
  ROUND_ANNOUNCEMENT: { method: "notify_round" },
};

export const shapes: readonly ProfileDocument[] = [
  {
    name: "mcp",
    title: "Model Context Protocol",
    description:
      "Every method is a tool: `tools/call` with the message as its arguments, answered as text and as structured content.",
    extends: "canonical",
    request: "tools_call",
    reply: "content_text",
    errors: "tool",
  },
  {
    name: "mcp-receive",
    title: "MCP with tool names of its own",
    description:
      "Tools receive_game_invitation, choose_parity, receive_game_over; a referee's start_match answers after the match.",
    extends: "loose",
    request: "tools_call",
    reply: "content_text",
    errors: "tool",
    match_start: "blocking",
    messages: receivingTools,
  },
  {
    name: "message-param",
    title: "The message inside of params",
    description: "The methods of the documents, with the message in `params.message`.",
    extends: "loose",
    request: "message",
  },
  {
    name: "handle-message",
    title: "One method for everything",
    description: "Always `handle_message`, with the message in `params.message`.",
    extends: "message-param",
    method: { always: "handle_message" },
  },
  {
    name: "handle-message-flat",
    title: "One method, the message as params",
    description: "Always `handle_message`, with the message as the whole params.",
    extends: "loose",
    method: { always: "handle_message" },
  },
  {
    name: "type-as-method",
    title: "The type as the method",
    description: "The method is the message type itself, in capitals.",
    extends: "loose",
    method: "message_type",
  },
  {
    name: "type-in-lower-case",
    title: "The type in lower case as the method",
    description: "The method is the message type in lower case; the messages are those of the documents.",
    extends: "loose",
    method: "message_type_lower",
  },
  {
    name: "bare",
    title: "Bare messages",
    description: "The message is the whole HTTP body, in both directions, with no JSON-RPC around it.",
    extends: "loose",
    request: "bare",
    reply: "bare",
    errors: "status",
  },
  {
    name: "content-reply",
    title: "Answers as tool content",
    description: "The methods of the documents, answered in `result.content[0].text`.",
    extends: "loose",
    reply: "content_text",
  },
  {
    name: "request-reply",
    title: "Answers that are requests",
    description: "The answer is a JSON-RPC request in the HTTP body, with an id of its own.",
    extends: "loose",
    reply: "request_body",
  },
];
