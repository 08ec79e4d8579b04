/** Readable registrations that no form describes; strict mode refuses them. */
import { describe, expect, it } from "vitest";
import type { Member } from "../../src/manager/store.js";
import { Managed, managerPort } from "./managed.js";

interface Answer {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number };
}

const endpoint = "http://127.0.0.1:8101/mcp";
const player_meta = {
  display_name: "alpha",
  version: "1.0.0",
  game_types: ["even_odd"],
  contact_endpoint: endpoint,
};
const referee_meta = {
  display_name: "Solomon",
  version: "1.0.0",
  game_types: ["even_odd"],
  contact_endpoint: "http://127.0.0.1:8001/mcp",
  max_concurrent_matches: 3,
};
const envelope = {
  protocol: "league.v2",
  message_type: "LEAGUE_REGISTER_REQUEST",
  sender: "player:alpha",
  timestamp: "2025-01-01T00:00:00Z",
  conversation_id: "conv-1",
};
const rpc = (method: string, params: object) => ({ jsonrpc: "2.0", id: 7, method, params });
const tool = (name: string, args: object) => rpc("tools/call", { name, arguments: args });

async function register(body: object, strict = false): Promise<{ answer: Answer; members: Member[] }> {
  const platform = new Managed({ players: 4, referees: 2, strict });
  const answer: Answer = JSON.parse(
    await platform.environment.run(platform.environment.send(managerPort, body)),
  );
  const members = platform.events.flatMap((event) =>
    event.type === "member_registered" ? [event.member] : [],
  );
  return { answer, members };
}

/** The message in a JSON-RPC result, or in the text of a tool's. */
function messageIn({ result }: Answer): Record<string, unknown> | undefined {
  const { content } = (result ?? {}) as { content?: [{ text: string }] };
  return content === undefined ? result : JSON.parse(content[0].text);
}

const { version: _, ...withoutVersion } = player_meta;
const understood: readonly (readonly [string, object, Partial<Member>])[] = [
  ["an empty token", rpc("register_player", { ...envelope, auth_token: "", player_meta }), {}],
  [
    "its display name, with spaces, as the sender",
    rpc("register_player", {
      ...envelope,
      sender: "player:Alpha the First",
      player_meta: { ...player_meta, display_name: "Alpha the First" },
    }),
    { display_name: "Alpha the First" },
  ],
  ["no envelope, in a method", rpc("register_player", { player_meta }), {}],
  [
    "only the protocol and the type of an envelope",
    rpc("register_player", { protocol: "league.v2", message_type: envelope.message_type, player_meta }),
    {},
  ],
  [
    "a time without separators",
    rpc("register_player", { ...envelope, timestamp: "20250101T000000Z", player_meta }),
    {},
  ],
  [
    "a time with its zone written twice",
    rpc("register_player", { ...envelope, timestamp: "2025-01-01T00:00:00.5+00:00Z", player_meta }),
    {},
  ],
  ["no envelope and no version, in a tool", tool("register_player", { player_meta: withoutVersion }), {}],
  [
    "no envelope, from a referee in a tool",
    tool("register_referee", { referee_meta }),
    { role: "referee", id: "REF01", max_concurrent_matches: 3 },
  ],
  [
    "flat members and callback_url",
    rpc("register_player", { ...envelope, display_name: "alpha", callback_url: endpoint }),
    {},
  ],
  ["flat members and endpoint", rpc("register", { display_name: "alpha", endpoint, role: "player" }), {}],
  [
    "protocol_version league.v2",
    rpc("register_player", { ...envelope, player_meta: { ...player_meta, protocol_version: "league.v2" } }),
    {},
  ],
  ["another method name", rpc("league_register", { ...envelope, player_meta }), {}],
  ["its own id", rpc("register_player", { ...envelope, sender: "player:P03", player_meta }), { id: "P03" }],
  ["the message in a separate member", rpc("register_player", { payload: { ...envelope, player_meta } }), {}],
  ["one method for everything", rpc("handle_message", { message: { ...envelope, player_meta } }), {}],
  [
    "another description under another name, and an id for a name",
    rpc("REFEREE_REGISTER_REQUEST", {
      ...{ ...envelope, message_type: "REFEREE_REGISTER_REQUEST", sender: "referee:REF07" },
      referee_meta: { version: "1.0.0", contact_endpoint: referee_meta.contact_endpoint },
    }),
    { role: "referee", id: "REF07", display_name: "REF07", max_concurrent_matches: 1 },
  ],
];

describe("a registration with", () => {
  it.each(understood)("%s is accepted, and answered in its own form", async (_what, body, expected) => {
    const { answer, members } = await register(body);
    const id = expected.id ?? "P01";
    const isReferee = expected.role === "referee";
    expect(messageIn(answer)).toMatchObject({
      status: "ACCEPTED",
      [isReferee ? "referee_id" : "player_id"]: id,
    });
    expect(members).toMatchObject([
      {
        id,
        display_name: isReferee ? "Solomon" : "alpha",
        endpoint: expect.stringMatching(/^http/),
        ...expected,
      },
    ]);
  });

  it.each(understood.slice(0, 10))("%s is refused in strict mode", async (_what, body) => {
    const { answer, members } = await register(body, true);
    expect(messageIn(answer)?.status).not.toBe("ACCEPTED");
    expect(members).toEqual([]);
  });

  it.each([
    [
      "another text with spaces as the sender",
      { ...envelope, sender: "player:Alpha the First", player_meta },
    ],
    ["an incomplete description in a whole envelope", { ...envelope, player_meta: withoutVersion }],
    ["an envelope that lacks a member", { ...envelope, conversation_id: undefined, player_meta }],
    ["an envelope that lacks another member", { ...envelope, timestamp: undefined, player_meta }],
    ["a time without a zone", { ...envelope, timestamp: "2025-01-01T00:00:00", player_meta }],
    ["a time of another zone", { ...envelope, timestamp: "20250101T000000+02:00", player_meta }],
    ["no endpoint", { display_name: "alpha" }],
    ["no name", { endpoint }],
    ["an endpoint elsewhere", { display_name: "alpha", endpoint: "http://10.0.0.1/mcp" }],
  ])("%s is also refused at the defaults", async (_what, params) => {
    const { answer, members } = await register(rpc("register_player", params));
    expect(messageIn(answer)?.status).not.toBe("ACCEPTED");
    expect(members).toEqual([]);
  });
});

it.each(["display_name", "version", "game_types", "contact_endpoint"])(
  "a nested description without %s alone is refused under any name",
  async (member) => {
    const incomplete = { ...player_meta, [member]: undefined };
    const body = rpc("LEAGUE_REGISTER_REQUEST", { ...envelope, player_meta: incomplete });
    const { answer, members } = await register(body);
    expect(messageIn(answer)?.status).not.toBe("ACCEPTED");
    expect(members).toEqual([]);
  },
);

it("a repeated registration without a conversation gets no token", async () => {
  const platform = new Managed({ players: 4, referees: 2 });
  const ask = async () =>
    JSON.parse(
      await platform.environment.run(
        platform.environment.send(managerPort, rpc("register_player", { player_meta })),
      ),
    );
  const [first, second] = [await ask(), await ask()];
  expect(first.result).toMatchObject({ status: "ACCEPTED", player_id: "P01" });
  expect(second.result).toMatchObject({ status: "REJECTED", reason: "Duplicate name", auth_token: null });
});
