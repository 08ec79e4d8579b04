// A small player without any library: the suite's own tests run it as a process.
// node player.mjs --port 8101 --league http://… [--fault other-match|late-join|dies-when-asked|capitals]
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

const envelope = (type, conversation_id) => ({
  protocol: "league.v2",
  message_type: type,
  sender: `player:${id}`,
  timestamp: new Date().toISOString(),
  conversation_id,
  ...(token === undefined ? {} : { auth_token: token }),
});

const replies = {
  GAME_INVITATION: (m) => ({
    ...envelope("GAME_JOIN_ACK", m.conversation_id),
    match_id: m.match_id,
    player_id: id,
    arrival_timestamp: new Date().toISOString(),
    accept: true,
  }),
  CHOOSE_PARITY_CALL: (m) => ({
    ...envelope("CHOOSE_PARITY_RESPONSE", m.conversation_id),
    match_id: fault === "other-match" ? "R9M9" : m.match_id,
    player_id: id,
    parity_choice: "even",
  }),
  GAME_OVER: (m) => ({
    ...envelope("GAME_OVER_ACK", m.conversation_id),
    match_id: m.match_id,
    player_id: id,
    status: "ACKNOWLEDGED",
  }),
  ROUND_ANNOUNCEMENT: (m) => ({
    ...envelope("ROUND_ANNOUNCEMENT_ACK", m.conversation_id),
    player_id: id,
    round_id: m.round_id,
    status: "ACKNOWLEDGED",
  }),
};

function answer(body) {
  let request;
  try {
    request = JSON.parse(body);
  } catch {
    return { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } };
  }
  const message = request.params ?? {};
  if (fault === "dies-when-asked" && message.message_type === "CHOOSE_PARITY_CALL") process.exit(3);
  const reply = replies[message.message_type];
  if (reply === undefined)
    return { jsonrpc: "2.0", id: request.id ?? null, error: { code: -32601, message: "Method not found" } };
  return request.id === undefined ? undefined : { jsonrpc: "2.0", id: request.id, result: reply(message) };
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const reply = answer(text);
  const wait = fault === "late-join" && text.includes("GAME_INVITATION") ? 5_300 : 0;
  setTimeout(() => {
    if (reply === undefined) return response.writeHead(204).end();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  }, wait);
});

server.listen(port, "127.0.0.1", async () => {
  const meta = {
    display_name: displayName,
    version: "1.0.0",
    game_types: ["even_odd"],
    contact_endpoint: `http://127.0.0.1:${port}/mcp`,
  };
  const params = { ...envelope("LEAGUE_REGISTER_REQUEST", "conv-register"), player_meta: meta };
  const response = await fetch(league, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "register_player", params }),
  });
  const { result } = await response.json();
  id = result.player_id;
  token = result.auth_token;
});
