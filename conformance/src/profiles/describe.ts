/** Describes a wire form by its differences from the canonical one. */
import type { MessageRules, WireProfile } from "@league-v2/sdk/wire";

const REQUESTS: Readonly<Record<WireProfile["request"], string>> = {
  params: "the message is in `params`",
  message: "the message is in `params.message`",
  tools_call: "the message is the arguments of a `tools/call`",
  bare: "the message is the whole body, with no JSON-RPC around it",
};

const REPLIES: Readonly<Record<WireProfile["reply"], string>> = {
  result: "it is answered in `result`",
  content_text: "it is answered in `result.content[0].text`",
  request_body: "the answer is a JSON-RPC request in the HTTP body",
  bare: "the answer is the bare message",
};

/** One phrase for each difference from the canonical form; none for the canonical form itself. */
export function differences(profile: WireProfile): string[] {
  const { request, reply, method, sender, messages, match_start } = profile;
  return [
    ...(request === "params" ? [] : [REQUESTS[request]]),
    ...(reply === "result" ? [] : [REPLIES[reply]]),
    ...methodWords(method),
    ...(sender === "bare" ? ["senders are bare ids"] : []),
    ...(match_start === "run_match" ? [] : [`matches start by ${match_start}`]),
    ...Object.entries(messages).flatMap(([type, rules]) => messageWords(type, rules)),
  ];
}

function methodWords(method: WireProfile["method"]): string[] {
  if (typeof method === "object") return [`the method is always \`${method.always}\``];
  if (method === "message_type") return ["the method is the message type, in capitals"];
  return method === "message_type_lower" ? ["the method is the message type in lower case"] : [];
}

function messageWords(type: string, rules: MessageRules): string[] {
  const { method, message_type, nest, rename = {}, move = [], values = {}, omit = [] } = rules;
  const rulesText = [
    ...(method === undefined ? [] : [`travels as \`${method}\``]),
    ...(message_type === undefined ? [] : [`is called ${message_type}`]),
    ...(nest === undefined ? [] : [`stands inside of \`${nest}\``]),
    ...Object.entries(rename).map(([from, to]) => `has \`${to}\` for \`${from}\``),
    ...move.map(({ from, to }) => `has ${to} for ${from}`),
    ...Object.entries(values).flatMap(([at, pairs]) => valueWords(at, pairs)),
    ...(omit.length === 0 ? [] : [`has no ${omit.join(", ")}`]),
  ];
  return rulesText.map((words) => `${type} ${words}`);
}

function valueWords(at: string, pairs: readonly (readonly [unknown, unknown])[]): string[] {
  // The first word for a value is the one that is sent; the others are accepted as well.
  const distinct = pairs.filter(([value], index) => pairs.findIndex(([first]) => first === value) === index);
  const other = distinct.filter(([canonical, wire]) => canonical !== wire);
  return other.map(
    ([canonical, wire]) => `says ${JSON.stringify(wire)} for ${JSON.stringify(canonical)} at ${at}`,
  );
}
