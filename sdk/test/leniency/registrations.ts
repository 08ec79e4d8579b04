/** Registrations at our league manager. */
import { createLeagueManager, MemoryStore } from "../../src/index.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import type { Body } from "../wire/wild/wild-player.js";
import { type Asked, ask, post, rpc, tool } from "./ask.js";
import { both, type Case, type Cases } from "./cases.js";

const contact_endpoint = urlOf(8101);
const player_meta = { display_name: "alpha", version: "1.0.0", game_types: ["even_odd"], contact_endpoint };
const { version: _, ...withoutVersion } = player_meta;
const envelope = {
  ...{ protocol: "league.v2", message_type: "LEAGUE_REGISTER_REQUEST", sender: "player:alpha" },
  ...{ timestamp: "2025-01-01T00:00:00Z", conversation_id: "conv-1" },
};
const registers = (members: Body) => rpc("register_player", { ...envelope, player_meta, ...members });
const named = { name: "alpha", url: contact_endpoint };

/** Whether the manager admits an agent, with this id. */
const admits = (asked: Asked, id = "P01"): Case =>
  both(async (strict) => {
    const platform = new SimulatedPlatform();
    const store = new MemoryStore();
    const manager = platform.connect(createLeagueManager({ players: 4, referees: 2, strict, store }), 8000);
    await ask(platform, 8000, asked);
    const members = [...(await store.members("player")), ...(await store.members("referee"))];
    await manager.close();
    return members.some((one) => one.id === id && one.endpoint === contact_endpoint);
  });

export const registrations: Cases = {
  "a bare id and an empty token in a registration": admits(registers({ sender: "alpha", auth_token: "" })),
  "an empty token in a registration": admits(registers({ auth_token: "" })),
  "a registration without an envelope": admits(rpc("register_player", { player_meta })),
  "a registration with a part of an envelope": admits(
    rpc("register_player", { protocol: "league.v2", message_type: envelope.message_type, player_meta }),
  ),
  "a description without a version": admits(tool("register_player", { player_meta: withoutVersion })),
  "a nested description without a name": admits(
    rpc("REFEREE_REGISTER_REQUEST", {
      ...{ ...envelope, message_type: "REFEREE_REGISTER_REQUEST", sender: "referee:REF07" },
      referee_meta: { version: "1.0.0", contact_endpoint },
    }),
    "REF07",
  ),
  "a name and an address at /register": admits(
    post("/register", { display_name: "alpha", endpoint: contact_endpoint }),
  ),
  "flat members": admits(rpc("register", { name: "alpha", address: contact_endpoint, role: "player" })),
  "the description in an object": admits(rpc("league_register", { ...envelope, data: named })),
  "a whole message at /register": admits(post("/register", { ...envelope, player_meta })),
  "a name as sender, with an empty token": admits(registers({ sender: "Alpha", auth_token: "" })),
  "a display name with spaces in the sender": admits(
    registers({ sender: "player:Alpha One", player_meta: { ...player_meta, display_name: "Alpha One" } }),
  ),
  "a number as own id": admits(rpc("register", { ...named, agent_id: 7, role: "player" }), "7"),
  "a type that names a registration": admits(
    rpc("handle_message", { message: { ...envelope, message_type: "PLAYER_REGISTER", player_meta } }),
  ),
  "a method that names a registration": admits(rpc("please_register_me", { ...envelope, player_meta })),
  "a registration without a conversation": admits(
    rpc("league_register_request", { ...envelope, conversation_id: undefined, player_meta }),
  ),
  "league.v2 as version of the protocol": admits(
    registers({ player_meta: { ...player_meta, protocol_version: "league.v2" } }),
  ),
  "a registration at its own path": admits(post("/register_player", named)),
  "a registration at a collection": admits(post("/api/players", named)),
  "a registration as an event": admits(post("/events", { event: "register", data: named })),
  "a registration in an array": admits(rpc("register_player", ["alpha", contact_endpoint])),
  "an event at /register": admits(post("/register", { type: "register", data: named })),
  "an action beside its members": admits(post("/", { action: "register", ...named })),
  "the id in the sender": admits(registers({ sender: "player:P03" }), "P03"),
  "a zone twice in a registration": admits(registers({ timestamp: "2025-01-01T00:00:00.5+00:00Z" })),
};

/** What the contract has, and `strict` accepts, too. */
export const documented: Cases = {
  "a bare id as the sender of a registration": admits(registers({ sender: "alpha" })),
  "a bare id as the sender of a tool call": admits(
    tool("register_player", { ...envelope, sender: "alpha", player_meta }),
  ),
};
