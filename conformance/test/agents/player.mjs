// A small player without any library: the suite's own tests run it as a process.
// node player.mjs --port 8101 --league http://… [--fault other-match|dies-when-asked] [--form own]
import { createServer } from "node:http";

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const port = Number(option("port", process.env.PORT));
const league = option("league", process.env.LEAGUE_URL);
const fault = option("fault", "");
const displayName = process.env.AGENT_NAME ?? "plain-player";
let id = displayName;
let token;

/** Its own form: other names of methods and of the choice, and answers in result.data, as in no bundled profile. */
const OWN_NAMES = {
  invite_player: "GAME_INVITATION",
  make_choice: "CHOOSE_PARITY_CALL",
  game_result: "GAME_OVER",
};
const isOwn = option("form", "") === "own";

const envelope = (type, conversation_id) => ({
  protocol: "league.v2",
  message_type: type,
  sender: `player:${id}`,
  timestamp: new Date().toISOString(),
  conversation_id,
  ...(token === undefined ? {} : { auth_token: token }),
});

/** The type of each answer, and its members besides the player's id. */
const ANSWERS = {
  GAME_INVITATION: (m) => [
    "GAME_JOIN_ACK",
    { match_id: m.match_id, arrival_timestamp: new Date().toISOString(), accept: true },
  ],
  CHOOSE_PARITY_CALL: (m) => [
    "CHOOSE_PARITY_RESPONSE",
    {
      match_id: fault === "other-match" ? "R9M9" : m.match_id,
      [isOwn ? "my_choice" : "parity_choice"]: "even",
    },
  ],
  GAME_OVER: (m) => ["GAME_OVER_ACK", { match_id: m.match_id, status: "ACKNOWLEDGED" }],
  ROUND_ANNOUNCEMENT: (m) => ["ROUND_ANNOUNCEMENT_ACK", { round_id: m.round_id, status: "ACKNOWLEDGED" }],
};

function answer(body) {
  let request;
  try {
    request = JSON.parse(body);
  } catch {
    return { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } };
  }
  const message = request.params ?? {};
  const type = isOwn ? OWN_NAMES[request.method] : message.message_type;
  if (fault === "dies-when-asked" && type === "CHOOSE_PARITY_CALL") process.exit(3);
  if (ANSWERS[type] === undefined)
    return { jsonrpc: "2.0", id: request.id ?? null, error: { code: -32601, message: "Method not found" } };
  const [replyType, members] = ANSWERS[type](message);
  const reply = { ...envelope(replyType, message.conversation_id), player_id: id, ...members };
  if (request.id === undefined) return undefined;
  return { jsonrpc: "2.0", id: request.id, result: isOwn ? { ok: true, data: reply } : reply };
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const reply = answer(Buffer.concat(chunks).toString());
  if (reply === undefined) return response.writeHead(204).end();
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
});

server.listen(port, "127.0.0.1", async () => {
  const meta = {
    display_name: displayName,
    version: "1.0.0",
    game_types: ["even_odd"],
    contact_endpoint: `http://127.0.0.1:${port}/mcp`,
  };
  const params = { ...envelope("LEAGUE_REGISTER_REQUEST", "conv-register"), player_meta: meta };
  const answered = await fetch(league, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "register_player", params }),
  }).catch(() => undefined);
  const { result } = (await answered?.json()) ?? {};
  const granted = result?.data ?? result ?? {};
  id = granted.player_id ?? id;
  token = granted.auth_token;
});
