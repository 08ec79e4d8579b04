/** The admission to a league (IS 2.2.2, 2.2.3; contract 5 and 10; D87–D89). */
import { methods, protocol } from "@league-v2/contract";
import { beforeEach, describe, expect, it } from "vitest";
import type { Resolve } from "../../src/manager/endpoint-check.js";
import { Managed, managed, managerPort } from "./managed.js";

let platform: Managed;

beforeEach(() => {
  platform = new Managed({ players: 4, referees: 2 });
});

const rejected = (reason: string) => ({ status: "REJECTED", reason, auth_token: null, league_id: null });

describe("the health check of an endpoint", () => {
  const nowhere = { contact_endpoint: "http://127.0.0.1:8199/mcp" };

  it("is not made by default", async () => {
    expect(await platform.player().register(nowhere)).toMatchObject({ status: "ACCEPTED" });
  });

  it("rejects an agent that does not answer, and admits any that does", async () => {
    const careful = new Managed({ players: 2, referees: 1, checkEndpoints: true });
    expect(await careful.player().register(nowhere)).toMatchObject(rejected("Invalid endpoint"));
    careful.environment.platform.network.attach(nowhere.contact_endpoint, () => new Promise(() => {}));
    expect(await careful.player().register(nowhere)).toMatchObject(rejected("Invalid endpoint"));
    expect(careful.environment.now).toBeLessThanOrEqual(2 * methods.handle_game_invitation.deadlineMs);
    expect(await careful.player().register()).toMatchObject({ status: "ACCEPTED" });
    expect(await careful.referee().register()).toMatchObject({ status: "ACCEPTED" });
  });
});

describe("a registration", () => {
  it("is answered with id, token and league", async () => {
    const result = await platform.player().register();
    expect(result).toEqual({
      protocol: "league.v2",
      message_type: "LEAGUE_REGISTER_RESPONSE",
      sender: "league_manager",
      timestamp: "2025-01-01T00:00:00.000Z",
      conversation_id: "conv-register-Player 1",
      status: "ACCEPTED",
      player_id: "P01",
      league_id: "league_even_odd",
      auth_token: expect.stringMatching(/^[0-9a-f]{32}$/),
      reason: null,
    });
    expect(await platform.referee().register()).toMatchObject({
      message_type: "REFEREE_REGISTER_RESPONSE",
      status: "ACCEPTED",
      referee_id: "REF01",
    });
  });

  it("assigns ids in order, and a different token to each agent, also for concurrent requests", async () => {
    const members = [
      platform.player(),
      platform.player(),
      platform.referee(),
      platform.player(),
      platform.referee(),
    ];
    const answers = members.map((member) =>
      platform.environment.post(managerPort, `register_${member.role}`, member.application()),
    );
    const results = (await platform.environment.run(Promise.all(answers))).map(({ result }) => result);
    const ids = results.map((result) => result?.player_id ?? result?.referee_id);
    expect(ids).toEqual(["P01", "P02", "REF01", "P03", "REF02"]);
    expect(new Set(results.map((result) => result?.auth_token)).size).toBe(5);
  });

  it("that is repeated gets the same answer, also after the start", async () => {
    await platform.enrol(4, 2);
    const player = platform.players[1];
    const first = { player_id: player?.id, auth_token: player?.token, status: "ACCEPTED" };
    expect(await player?.register()).toMatchObject(first);
    await platform.end();
    expect(await player?.register()).toMatchObject(first);
    expect(platform.events.filter(({ type }) => type === "member_registered")).toHaveLength(6);
  });

  it("that is repeated concurrently gets the same answer", async () => {
    const player = platform.player();
    const ask = () => platform.environment.post(managerPort, "register_player", player.application());
    const [one, other] = await platform.environment.run(Promise.all([ask(), ask()]));
    expect(other?.result).toMatchObject({ player_id: "P01", auth_token: one?.result?.auth_token });
  });

  it("without meta data, or with a part of it, is an error with the missing members", async () => {
    const { player_meta: _, ...nothing } = platform.player().application();
    const { error } = await platform.environment.ask(managerPort, "register_player", nothing);
    expect(error).toMatchObject({ code: -32602, data: { error_code: "E003", message_type: "LEAGUE_ERROR" } });
    expect(await platform.player().register({ version: undefined })).toMatchObject({
      error: { code: -32602, data: { violations: [{ pointer: "/player_meta/version" }] } },
    });
  });

  it.each(["1.9.9", "0.1.0", "1"])(
    "of an agent for protocol version %s is E018",
    async (protocol_version) => {
      expect(await platform.player().register({ protocol_version })).toMatchObject({
        error: { code: -32018, message: "PROTOCOL_VERSION_MISMATCH", data: { error_code: "E018" } },
      });
    },
  );

  it.each(["2.0.0", "2.1.0", "10.0.0", undefined, null])(
    "may name the protocol version %j",
    async (protocol_version) => {
      expect(await platform.player().register({ protocol_version })).toMatchObject({ status: "ACCEPTED" });
    },
  );
});

describe("a registration is rejected", () => {
  it("under a name that is taken, with any other differences", async () => {
    await platform.player("Alpha").register();
    const namesake = platform.player("Alpha");
    const fields = { conversation_id: "conv-of-its-own" };
    expect(await namesake.register({}, fields)).toMatchObject(rejected("Duplicate name"));
    // The same endpoint in another conversation is a restarted agent, which cannot prove its identity.
    const restarted = platform.players[0];
    expect(await restarted?.register({}, fields)).toMatchObject(rejected("Duplicate name"));
    // A referee may have the name of a player.
    expect(await platform.referee("Alpha").register()).toMatchObject({ status: "ACCEPTED" });
  });

  it("when the league is full", async () => {
    await platform.enrol(4, 0);
    expect(await platform.player().register()).toMatchObject({ ...rejected("League full"), player_id: null });
    expect(await platform.referee().register()).toMatchObject({ status: "ACCEPTED" });
  });

  it("when a league without configured numbers has reached the default limit", async () => {
    const open = new Managed();
    const { openReferees } = protocol.league;
    await open.enrol(0, openReferees);
    expect(open.referees.every(({ id }) => id !== "")).toBe(true);
    expect(await open.referee().register()).toMatchObject(rejected("League full"));
  });

  it.each<[string, Resolve]>([
    ["leads elsewhere", async () => ["127.0.0.1", "10.0.0.7"]],
    ["leads nowhere", async () => []],
    [
      "is unknown",
      async () => {
        throw new Error("ENOTFOUND");
      },
    ],
  ])("whose name is allowed and %s", async (_what, resolve) => {
    const asked: string[] = [];
    const looking = (hostname: string) => {
      asked.push(hostname);
      return resolve(hostname);
    };
    const careful = new Managed({ players: 2, referees: 1, resolve: looking });
    const named = { contact_endpoint: "http://localhost:8101/mcp" };
    expect(await careful.player().register(named)).toMatchObject(rejected("Invalid endpoint"));
    expect(asked).toEqual(["localhost"]);
  });

  it("but not for a name all of whose addresses are allowed", async () => {
    const careful = new Managed({ players: 2, referees: 1, resolve: async () => ["127.0.0.1", "::1"] });
    const named = { contact_endpoint: "http://localhost:8101/mcp" };
    expect(await careful.player().register(named)).toMatchObject({ status: "ACCEPTED" });
  });

  it("when the league has started, or is over", async () => {
    const open = new Managed();
    await open.enrol(2, 1);
    await open.start();
    expect(await open.player().register()).toMatchObject(rejected("Registration closed"));
    await open.end();
    expect(await open.referee().register()).toMatchObject(rejected("Registration closed"));
  });

  it.each([[["chess"]], [[]], [["EVEN_ODD", "poker"]]])("for the games %j", async (game_types) => {
    expect(await platform.player().register({ game_types })).toMatchObject(rejected("Unsupported game type"));
  });

  it.each([
    "ftp://127.0.0.1:8101/mcp",
    "127.0.0.1:8101",
    "file:///etc/passwd",
    "http://example.com:8101/mcp",
    "http://169.254.169.254/latest",
    "http://127.0.0.1.example.com/mcp",
    "http://user:secret@127.0.0.1:8101/mcp",
    "http://10.0.0.1:8101/mcp",
  ])("for the endpoint %s, which is never called", async (contact_endpoint) => {
    expect(await platform.player().register({ contact_endpoint })).toMatchObject(
      rejected("Invalid endpoint"),
    );
  });

  it.each([
    "http://localhost:8101/mcp",
    "http://127.8.9.1:81/mcp",
    "http://[::1]:8101/mcp",
    "https://127.0.0.1/mcp",
  ])("but not for the loopback endpoint %s", async (contact_endpoint) => {
    expect(await platform.player().register({ contact_endpoint })).toMatchObject({ status: "ACCEPTED" });
  });
});

it("a league manager writes no tokens to its events and its log", async () => {
  const league = await managed(2, 1);
  await league.end();
  const text = JSON.stringify([league.events, league.environment.logged]);
  for (const { token } of [...league.players, ...league.referees]) {
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect(text).not.toContain(token);
  }
});
