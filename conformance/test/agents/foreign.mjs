/**
 * A player without code of this project: plain node:http, one non-standard form. Its registration goes out in that form, too.
 * Usage: node foreign.mjs FORM PORT LEAGUE [NAME]
 */
import { createServer, request } from "node:http";

const [form, port, league, name = "foreign"] = process.argv.slice(2);
let id = name;
let token;

/** Each form: under which names it is called, where it finds the message, and how it answers. */
const FORMS = {
  /** Method names, reply place and field name that are in no bundled profile. */
  own: {
    names: { invite_player: "GAME_INVITATION", make_choice: "CHOOSE_PARITY_CALL", game_result: "GAME_OVER" },
    messageIn: ({ params }) => params,
    answer: (rpc, message) => {
      const { parity_choice, ...rest } = message;
      const said = parity_choice === undefined ? rest : { ...rest, my_choice: parity_choice };
      return { jsonrpc: "2.0", id: rpc.id, result: { ok: true, data: said } };
    },
    refusal: (rpc) => ({
      jsonrpc: "2.0",
      id: rpc.id ?? null,
      error: { code: -32601, message: "Method not found" },
    }),
    call: (method, params) => ({ jsonrpc: "2.0", id: 1, method, params }),
  },
  /** One method for everything, capitals, bare ids. */
  capitals: {
    names: { handle_message: undefined },
    messageIn: ({ params }) => params?.message,
    answer: (rpc, message) => {
      const { parity_choice: choice, ...rest } = message;
      const said = choice === undefined ? rest : { ...rest, parity_choice: choice.toUpperCase() };
      return { jsonrpc: "2.0", id: rpc.id, result: { ...said, sender: id } };
    },
    refusal: (rpc) => ({
      jsonrpc: "2.0",
      id: rpc.id ?? null,
      error: { code: -32601, message: "Method not found" },
    }),
    call: (_, params) => ({ jsonrpc: "2.0", id: 1, method: "handle_message", params: { message: params } }),
  },
  /** The canonical requests, answered with a request. */
  backwards: {
    names: {
      handle_game_invitation: "GAME_INVITATION",
      choose_parity: "CHOOSE_PARITY_CALL",
      notify_match_result: "GAME_OVER",
    },
    messageIn: ({ params }) => params,
    answer: (_, message) => ({ jsonrpc: "2.0", id: 77, method: "handle_message", params: message }),
    refusal: (rpc) => ({
      jsonrpc: "2.0",
      id: rpc.id ?? null,
      error: { code: -32601, message: "Method not found" },
    }),
    call: (method, params) => ({ jsonrpc: "2.0", id: 1, method, params }),
  },
};
const spoken = FORMS[form];

const envelope = (message_type, conversation_id) => ({
  protocol: "league.v2",
  message_type,
  sender: `player:${id}`,
  timestamp: new Date().toISOString(),
  conversation_id,
  ...(token === undefined ? {} : { auth_token: token }),
});

function replyTo(type, { match_id, conversation_id }) {
  const about = { match_id, player_id: id };
  switch (type) {
    case "GAME_INVITATION":
      return {
        ...envelope("GAME_JOIN_ACK", conversation_id),
        ...about,
        arrival_timestamp: new Date().toISOString(),
        accept: true,
      };
    case "CHOOSE_PARITY_CALL":
      return { ...envelope("CHOOSE_PARITY_RESPONSE", conversation_id), ...about, parity_choice: "even" };
    case "GAME_OVER":
      return { ...envelope("GAME_OVER_ACK", conversation_id), ...about, status: "ACKNOWLEDGED" };
    default:
      return undefined;
  }
}

function answerTo(rpc) {
  const message = Object.hasOwn(spoken.names, rpc.method) ? spoken.messageIn(rpc) : undefined;
  if (typeof message?.message_type !== "string") return spoken.refusal(rpc);
  const reply = replyTo(spoken.names[rpc.method] ?? message.message_type, message);
  return reply === undefined ? spoken.refusal(rpc) : spoken.answer(rpc, reply);
}

createServer((req, res) => {
  let text = "";
  req.on("data", (chunk) => {
    text += chunk;
  });
  req.on("end", () => {
    let answer;
    try {
      answer = answerTo(JSON.parse(text));
    } catch {
      answer = { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } };
    }
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify(answer));
  });
}).listen(Number(port), "127.0.0.1", () => {
  console.log("ready");
  if (league) register();
});

function register() {
  const player_meta = {
    display_name: name,
    version: "1.0.0",
    game_types: ["even_odd"],
    contact_endpoint: `http://127.0.0.1:${port}/mcp`,
  };
  const message = { ...envelope("LEAGUE_REGISTER_REQUEST", `conv-${name}`), player_meta };
  const body = JSON.stringify(spoken.call("register_player", message));
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const call = request(league, { method: "POST", headers }, (res) => {
    let text = "";
    res.on("data", (chunk) => {
      text += chunk;
    });
    res.on("end", () => {
      const { result, params } = JSON.parse(text);
      const granted = params ?? result?.data ?? result ?? {};
      id = granted.player_id ?? id;
      token = granted.auth_token;
    });
  });
  call.on("error", () => undefined);
  call.end(body);
}
