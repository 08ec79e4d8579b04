/** One test for each kind of agent that public agents have shown, with other names than theirs. */
import { expect, it } from "vitest";
import type { HttpRequest } from "../../src/http/types.js";
import type { LogEntry } from "../../src/platform/log.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { Gateway } from "../../src/wire/gateway/gateway.js";
import { negotiate } from "../../src/wire/index.js";
import { createLeagueManager, createPlayer, createReferee, type LeagueEvent } from "./agents.js";
import { type Body, bodyOf, isBody } from "./peers/json-rpc.js";

const league = urlOf(8000);
const json = { "content-type": "application/json" };
const answered = (body: unknown, status = 200) => ({ status, headers: json, body: JSON.stringify(body) });
const parsed = (body: HttpRequest["body"]): Body =>
  body.length === 0 ? {} : bodyOf(JSON.parse(String(body)));
const envelope = (message_type: string, sender: string) => ({
  ...{ protocol: "league.v2", message_type, sender, timestamp: "2025-12-20T10:00:00.000Z" },
  conversation_id: "conv-kinds",
});
const random = { bytes: (length: number) => new Uint8Array(length), below: () => 0 };
const unknownMethod = { code: -32601, message: "Method not found" };

interface Post {
  readonly url: string;
  readonly body: Body;
}

/** Two of our players under our manager; the referee is another agent. */
function leagueOf(players: number) {
  const events: LeagueEvent[] = [];
  const onEvent = (event: LeagueEvent) => void events.push(event);
  const lines: string[] = [];
  const log = (_agent: string, { level, message }: LogEntry) => void lines.push(`${level} ${message}`);
  const platform = new SimulatedPlatform({ log });
  const manager = platform.connect(createLeagueManager({ players, referees: 1, onEvent }), 8000);
  const send = async (url: string, body: object): Promise<Body> => {
    const { signal } = new AbortController();
    const reply = await platform.network.send({ url, body: JSON.stringify(body), signal });
    return reply.body === "" ? {} : bodyOf(JSON.parse(reply.body));
  };
  const join = (choice: "even" | "odd", port: number) =>
    platform.connect(createPlayer({ displayName: `${choice}-${port}`, choose: () => choice }), port, league);
  const registerReferee = (endpoint = urlOf(8001), method = "REFEREE_REGISTER_REQUEST") =>
    send(league, {
      ...{ jsonrpc: "2.0", id: 1, method },
      params: {
        ...envelope("REFEREE_REGISTER_REQUEST", "judge"),
        referee_meta: {
          display_name: "Judge",
          version: "1",
          game_types: ["even_odd"],
          contact_endpoint: endpoint,
          max_concurrent_matches: 2,
        },
      },
    });
  const registerPlayer = (name: string, contact_endpoint: string) =>
    send(league, {
      ...{ jsonrpc: "2.0", id: 1, method: "LEAGUE_REGISTER_REQUEST" },
      params: {
        ...envelope("LEAGUE_REGISTER_REQUEST", name),
        player_meta: { display_name: name, version: "1", game_types: ["even_odd"], contact_endpoint },
      },
    });
  return { platform, manager, send, join, registerReferee, registerPlayer, lines, events };
}

interface Match {
  readonly match_id: string;
  readonly players: readonly { readonly id: string; readonly url: string }[];
}

/** Plays a match in the documents' names; 4 is drawn. @returns the choices by player */
async function played(
  send: (url: string, body: object) => Promise<Body>,
  { match_id, players }: Match,
): Promise<Record<string, unknown>> {
  const call = (url: string, method: string, type: string, fields: Body) =>
    send(url, { jsonrpc: "2.0", id: 1, method, params: { ...envelope(type, "judge"), match_id, ...fields } });
  const choices: Record<string, unknown> = {};
  for (const [index, { id, url }] of players.entries()) {
    const opponent_id = players[1 - index]?.id;
    await call(url, "GAME_INVITATION", "GAME_INVITATION", {
      round_id: 1,
      game_type: "even_odd",
      opponent_id,
    });
    const { result } = await call(url, "CHOOSE_PARITY_CALL", "CHOOSE_PARITY_CALL", {
      player_id: id,
      game_type: "even_odd",
    });
    choices[id] = isBody(result) ? result.parity_choice : undefined;
  }
  return choices;
}

const winnerIn = (choices: Record<string, unknown>) => {
  const even = Object.keys(choices).filter((id) => choices[id] === "even");
  return even.length === 1 ? even[0] : null;
};

/** The match in an announcement with the addresses of its players. */
function announced(params: Body): Match | undefined {
  const [match] = Array.isArray(params.matches) ? params.matches.filter(isBody) : [];
  if (match?.player_A_endpoint === undefined) return undefined;
  const player = (side: string) => ({
    id: String(match[`player_${side}_id`]),
    url: String(match[`player_${side}_endpoint`]),
  });
  return { match_id: String(match.match_id), players: [player("A"), player("B")] };
}

it.each([
  ["ok", { status: "ok" }],
  ["the type as unknown", { status: "unknown_message_type" }],
  ["a state without a result", { state: "complete", result: null }],
])(
  "a referee that answers %s to every message takes no order, and begins its matches at the announcement",
  async (_what, result) => {
    const { platform, manager, send, join, registerReferee } = leagueOf(4);
    const begun = new Set<string>();
    platform.network.attach(urlOf(8001), async ({ body }) => {
      const { id, params } = parsed(body);
      const message = bodyOf(params);
      const match = message.message_type === "ROUND_ANNOUNCEMENT" ? announced(message) : undefined;
      if (match !== undefined && !begun.has(match.match_id)) {
        begun.add(match.match_id);
        void played(send, match).then((choices) =>
          send(league, {
            ...{ jsonrpc: "2.0", id: 1, method: "MATCH_RESULT_REPORT" },
            params: {
              ...envelope("MATCH_RESULT_REPORT", "judge"),
              ...{ match_id: match.match_id, winner: winnerIn(choices), drawn_number: 4, choices },
            },
          }),
        );
      }
      return answered({ jsonrpc: "2.0", id, result });
    });
    await registerReferee();
    // Two matches a round.
    const players = [8101, 8102, 8103, 8104].map((port) => join(port % 2 === 0 ? "odd" : "even", port));
    const end = await platform.clock.run(manager.ended);
    await Promise.all([...players, manager].map((agent) => agent.close()));
    expect([...begun].toSorted()).toEqual(["R1M1", "R1M2", "R2M1", "R2M2", "R3M1", "R3M2"]);
    expect(end.standings.map(({ points }) => points)).toEqual([7, 7, 1, 1]);
  },
);

it.each([
  ["after its own registration", "REFEREE_REGISTER_REQUEST"],
  ["after a registration of the documents", "register_referee"],
])(
  "%s, a referee that says that it has begun a match and invites no player is named",
  async (_when, method) => {
    const { platform, manager, join, registerReferee, lines } = leagueOf(2);
    platform.network.attach(urlOf(8001), async ({ body }) => {
      const { id, params } = parsed(body);
      if (bodyOf(params).message_type !== "ROUND_ANNOUNCEMENT")
        return answered({ jsonrpc: "2.0", id, error: unknownMethod });
      return answered({ jsonrpc: "2.0", id, result: { status: "acknowledged", matches_started: 1 } });
    });
    await registerReferee(urlOf(8001), method);
    const players = [join("even", 8101), join("odd", 8102)];
    await platform.clock.run(manager.ended);
    await Promise.all([...players, manager].map((agent) => agent.close()));
    expect(lines).toContainEqual(
      expect.stringMatching(/^warn .*R1M1, but no player was invited within 5000 ms$/),
    );
  },
);

it("players that do not know announcements get each round once, and the round begins at once", async () => {
  const { platform, manager, lines } = leagueOf(2);
  const announcements: unknown[] = [];
  for (const port of [8101, 8102])
    platform.network.attach(urlOf(port), async ({ body }) => {
      const { message_type, match_id } = parsed(body);
      if (message_type === "ROUND_ANNOUNCEMENT") announcements.push(port);
      if (message_type === "GAME_INVITATION") return answered({ accepted: true, match_id });
      if (message_type === "CHOOSE_PARITY_CALL")
        return answered({ choice: port === 8101 ? "even" : "odd", match_id });
      return answered({ detail: "unknown message" }, 422);
    });
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  await platform.clock.run(referee.registered);
  for (const port of [8101, 8102]) {
    const body = { message_type: "LEAGUE_REGISTER_REQUEST", display_name: `p${port}`, endpoint: urlOf(port) };
    const { signal } = new AbortController();
    await platform.network.send({ url: league, body: JSON.stringify(body), signal });
  }
  const end = await platform.clock.run(manager.ended);
  await Promise.all([referee, manager].map((agent) => agent.close()));
  expect(announcements.toSorted()).toEqual([8101, 8102]);
  expect(lines.filter((line) => line.includes("no player acknowledges"))).toEqual([]);
  expect(end.standings.reduce((sum, { played }) => sum + played, 0)).toBe(2);
});

it("a limit of requests is kept: nothing is sent while a peer wants no requests, and few in all", async () => {
  const { platform, manager, join, registerPlayer } = leagueOf(3);
  const times: number[] = [];
  let isLimited = true;
  let quietUntil = 0;
  const tooEarly: number[] = [];
  platform.network.attach(urlOf(8103), async ({ body }) => {
    const now = platform.clock.now();
    times.push(now);
    if (now < quietUntil) tooEarly.push(now);
    const { id, method, params } = parsed(body);
    const { message_type, match_id } = bodyOf(params);
    if (isLimited && message_type === "GAME_INVITATION") {
      isLimited = false;
      quietUntil = now + 3_000;
      return answered({ error: "rate limit exceeded, retry after 3 seconds" }, 429);
    }
    if (method === "play_invitation")
      return answered({ jsonrpc: "2.0", id, result: { accepted: true, match_id } });
    if (method === "play_choice")
      return answered({ jsonrpc: "2.0", id, result: { choice: "even", match_id } });
    if (method === "tools/list") return answered({ jsonrpc: "2.0", id, error: unknownMethod });
    const message = "Method not found. Known methods: play_invitation, play_choice, play_result";
    return answered({ jsonrpc: "2.0", id, error: { code: -32601, message } });
  });
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  const players = [join("even", 8101), join("odd", 8102)];
  await platform.clock.run(Promise.all([referee, ...players].map(({ registered }) => registered)));
  await registerPlayer("limited", urlOf(8103));
  const end = await platform.clock.run(manager.ended);
  await Promise.all([referee, ...players, manager].map((agent) => agent.close()));
  expect(tooEarly).toEqual([]);
  expect(times.length).toBeLessThanOrEqual(30);
  expect(end.standings.find(({ display_name }) => display_name === "limited")?.played).toBe(2);
});

it("an order that a refusal describes is found, and each match is ordered once", async () => {
  const { platform, manager, send, join, registerReferee } = leagueOf(2);
  const begun: string[] = [];
  platform.network.attach(urlOf(8001), async ({ body }) => {
    const { id, method, params } = parsed(body);
    if (method !== "begin_match_now") {
      const message = "Method not found. Available methods: begin_match_now, get_status";
      return answered({ jsonrpc: "2.0", id, error: { code: -32601, message } });
    }
    const { match_id, player_a, player_b, player_a_url, player_b_url } = bodyOf(params);
    if (typeof player_a_url !== "string" || typeof player_b_url !== "string")
      return answered({ jsonrpc: "2.0", id, error: { code: -32602, message: "missing player_a_url" } });
    begun.push(String(match_id));
    const players = [
      { id: String(player_a), url: player_a_url },
      { id: String(player_b), url: player_b_url },
    ];
    void played(send, { match_id: String(match_id), players }).then((choices) =>
      send(league, {
        ...{ jsonrpc: "2.0", id: 1, method: "MATCH_RESULT_REPORT" },
        params: {
          ...envelope("MATCH_RESULT_REPORT", "judge"),
          match_id,
          winner: winnerIn(choices),
          drawn_number: 4,
          choices,
        },
      }),
    );
    return answered({ jsonrpc: "2.0", id, result: { status: "started", match_id } });
  });
  await registerReferee();
  const players = [join("even", 8101), join("odd", 8102)];
  const end = await platform.clock.run(manager.ended);
  await Promise.all([...players, manager].map((agent) => agent.close()));
  expect(begun).toEqual(["R1M1"]);
  expect(end.standings.map(({ points }) => points)).toEqual([3, 0]);
});

it("an order in the query of a path that openapi.json lists is found", async () => {
  const { platform, manager, send, join, registerReferee } = leagueOf(2);
  const begun: string[] = [];
  const names = ["match_id", "player_a_id", "player_b_id", "player_a_endpoint", "player_b_endpoint"];
  const parameters = names.map((name) => ({ name, in: "query", required: true, schema: { type: "string" } }));
  const openapi = {
    openapi: "3.1.0",
    paths: { "/control/play_match": { post: { parameters } }, "/mcp": { post: {} } },
  };
  platform.network.attach("http://127.0.0.1:8001", async ({ path, body, method: verb }) => {
    if (path === "/openapi.json") return answered(openapi);
    if (path.startsWith("/control/play_match") && verb === "POST") {
      const query = new URLSearchParams(path.split("?")[1] ?? "");
      const [match_id, a, b, urlA, urlB] = names.map((name) => query.get(name));
      if (!match_id || !a || !b || !urlA || !urlB) return answered({ detail: "field required" }, 422);
      begun.push(match_id);
      void played(send, {
        match_id,
        players: [
          { id: a, url: urlA },
          { id: b, url: urlB },
        ],
      }).then((choices) =>
        send(league, {
          ...{ jsonrpc: "2.0", id: 1, method: "MATCH_RESULT_REPORT" },
          params: {
            ...envelope("MATCH_RESULT_REPORT", "judge"),
            match_id,
            winner: winnerIn(choices),
            drawn_number: 4,
            choices,
          },
        }),
      );
      return answered({ status: "started", match_id });
    }
    const { id } = parsed(body);
    return answered({ jsonrpc: "2.0", id, error: unknownMethod });
  });
  await registerReferee();
  const players = [join("even", 8101), join("odd", 8102)];
  const end = await platform.clock.run(manager.ended);
  await Promise.all([...players, manager].map((agent) => agent.close()));
  expect(begun).toEqual(["R1M1"]);
  expect(end.standings.map(({ points }) => points)).toEqual([3, 0]);
});

it("an agent whose openapi.json lists POST /RPC is called there, also if it registered without a path", async () => {
  const { platform, manager, join, registerPlayer } = leagueOf(2);
  const paths: string[] = [];
  platform.network.attach("http://127.0.0.1:8102", async ({ path, body }) => {
    if (path === "/openapi.json") return answered({ openapi: "3.1.0", paths: { "/RPC": { post: {} } } });
    if (path !== "/RPC") return answered({ detail: "Not Found" }, 404);
    paths.push(path);
    const { id, method, params } = parsed(body);
    const { match_id } = bodyOf(params);
    if (method === "handle_game_invitation")
      return answered({ jsonrpc: "2.0", id, result: { accept: true, match_id } });
    if (method === "choose_parity")
      return answered({ jsonrpc: "2.0", id, result: { parity_choice: "odd", match_id } });
    return answered({ jsonrpc: "2.0", id, error: unknownMethod });
  });
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  const ours = join("even", 8101);
  await platform.clock.run(Promise.all([referee, ours].map(({ registered }) => registered)));
  await registerPlayer("capital", "http://127.0.0.1:8102");
  const end = await platform.clock.run(manager.ended);
  await Promise.all([referee, ours, manager].map((agent) => agent.close()));
  expect(paths.length).toBeGreaterThan(1);
  expect(end.standings.map(({ wins, losses, draws }) => wins + losses + draws)).toEqual([1, 1]);
  expect(end.standings.some(({ draws, wins }) => draws + wins > 0)).toBe(true);
});

it("an answer that comes as a request under the agent's own id is that of the one open call", async () => {
  const { platform, manager, join, send, registerPlayer } = leagueOf(2);
  platform.network.attach(urlOf(8102), async ({ body }) => {
    const { id, method, params } = parsed(body);
    const { match_id } = bodyOf(params);
    // It calls itself by its own id, and answers in calls to the league.
    const says = (name: string, message_type: string, fields: Body) =>
      send(league, {
        jsonrpc: "2.0",
        id: 9,
        method: name,
        params: { ...envelope(message_type, "player:P01"), player_id: "P01", match_id, ...fields },
      });
    if (method === "handle_game_invitation")
      void says("take_game_join_ack", "GAME_JOIN_ACK", { accept: true });
    else if (method === "choose_parity")
      void says("take_parity_choice", "CHOOSE_PARITY_RESPONSE", { parity_choice: "odd" });
    else if (method !== "notify_match_result") return answered({ jsonrpc: "2.0", id, error: unknownMethod });
    return answered({ jsonrpc: "2.0", id, result: { status: "received" } });
  });
  const choices: unknown[] = [];
  const onMatch = ({ outcome }: { outcome: { choices: object } }) => void choices.push(outcome.choices);
  const referee = platform.connect(createReferee({ displayName: "Solomon", onMatch }), 8001, league);
  const ours = join("even", 8101);
  await platform.clock.run(Promise.all([referee, ours].map(({ registered }) => registered)));
  await registerPlayer("pushes", urlOf(8102));
  await platform.clock.run(manager.ended);
  await Promise.all([referee, ours, manager].map((agent) => agent.close()));
  expect(choices).toEqual([{ P01: "even", P02: "odd" }]);
});

/** A referee that begins its matches by `start_match`, and reports what it likes. */
function reporting(
  { platform, send }: Pick<ReturnType<typeof leagueOf>, "platform" | "send">,
  report: (match: Match, choices: Record<string, unknown>) => readonly Post[],
): void {
  platform.network.attach(urlOf(8001), async ({ body }) => {
    const { id, method, params } = parsed(body);
    if (method !== "start_match") return answered({ jsonrpc: "2.0", id, error: unknownMethod });
    const message = bodyOf(params);
    const player = (side: string) => ({
      id: String(message[`player_${side}_id`]),
      url: String(message[`player_${side}_endpoint`]),
    });
    const match = { match_id: String(message.match_id), players: [player("A"), player("B")] };
    void played(send, match).then(async (choices) => {
      for (const one of report(match, choices)) await send(one.url, one.body);
    });
    return answered({ jsonrpc: "2.0", id, result: { status: "started", match_id: match.match_id } });
  });
}

const resultOf = (match_id: string, fields: Body): Post => ({
  url: league,
  body: {
    jsonrpc: "2.0",
    id: 1,
    method: "MATCH_RESULT_REPORT",
    params: { ...envelope("MATCH_RESULT_REPORT", "judge"), match_id, ...fields },
  },
});

it("a report that contradicts itself is booked, and said so", async () => {
  const all = leagueOf(2);
  reporting(all, ({ match_id, players }, choices) => [
    resultOf(match_id, { winner: players[0]?.id, drawn_number: 2, choices }),
  ]);
  await all.registerReferee();
  const players = [all.join("even", 8101), all.join("even", 8102)];
  const end = await all.platform.clock.run(all.manager.ended);
  await Promise.all([...players, all.manager].map((agent) => agent.close()));
  expect(end.standings.map(({ points }) => points)).toEqual([3, 0]);
  expect(all.lines.filter((line) => /contradicts itself.*2 was drawn.*a draw/.test(line))).toHaveLength(1);
});

/** GAME_OVER to both players, from a referee that draws 4. */
const toldBoth = ({ match_id, players }: Match, choices: Record<string, unknown>, status: string): Post[] =>
  players.map(({ url }) => ({
    url,
    body: {
      ...{ jsonrpc: "2.0", id: 1, method: "GAME_OVER" },
      params: {
        ...envelope("GAME_OVER", "judge"),
        match_id,
        game_type: "even_odd",
        game_result: {
          ...{ status, winner_player_id: winnerIn(choices), drawn_number: 4, number_parity: "even", choices },
          reason: "4 was drawn",
        },
      },
    },
  }));

it("a draw that is reported without any fact is completed from what the referee told the players", async () => {
  const all = leagueOf(2);
  reporting(all, (match, choices) => [
    ...toldBoth(match, choices, "DRAW"),
    resultOf(match.match_id, {
      result: {
        winner: null,
        score: Object.fromEntries(match.players.map(({ id }) => [id, 0])),
        details: { drawn_number: 0, choices: {} },
      },
    }),
  ]);
  await all.registerReferee();
  const players = [all.join("even", 8101), all.join("even", 8102)];
  const end = await all.platform.clock.run(all.manager.ended);
  await Promise.all([...players, all.manager].map((agent) => agent.close()));
  expect(end.standings.map(({ points, draws }) => [points, draws])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

it.each([
  [
    "of the same winner",
    (match: Match) => match.players[0]?.id,
    { drawn_number: 4, choices: { P01: "even", P02: "odd" } },
  ],
  ["of another winner", (match: Match) => match.players[1]?.id, { drawn_number: null, choices: {} }],
])(
  "a report %s without choices has those that the referee told the players, if both agree",
  async (_which, winner, details) => {
    const all = leagueOf(2);
    reporting(all, (match, choices) => [
      ...toldBoth(match, choices, "WIN"),
      resultOf(match.match_id, { result: { winner: winner(match), score: { P01: 3, P02: 0 } } }),
    ]);
    await all.registerReferee();
    const players = [all.join("even", 8101)];
    for (const { registered } of players) await all.platform.clock.run<unknown>(registered);
    players.push(all.join("odd", 8102));
    await all.platform.clock.run(all.manager.ended);
    await Promise.all([...players, all.manager].map((agent) => agent.close()));
    expect(all.events).toContainEqual(
      expect.objectContaining({ type: "result_recorded", result: expect.objectContaining(details) }),
    );
  },
);

it.each([
  ["two", 2],
  ["three", 3],
])(
  "a report without a match and a sender is about the one that is open, in a league of %s players",
  async (_count, count) => {
    const all = leagueOf(count);
    const begun: string[] = [];
    reporting(all, (match, choices) => {
      begun.push(match.match_id);
      const score = Object.fromEntries(match.players.map(({ id }) => [id, choices[id]]));
      const params = { result: { winner: winnerIn(choices) ?? "DRAW", score } };
      return [{ url: league, body: { jsonrpc: "2.0", id: 1, method: "report_match_result", params } }];
    });
    await all.registerReferee();
    const choices = ["even", "odd", "even"] as const;
    const players = choices.slice(0, count).map((choice, index) => all.join(choice, 8101 + index));
    const end = await all.platform.clock.run(all.manager.ended);
    await Promise.all([...players, all.manager].map((agent) => agent.close()));
    expect(new Set(begun).size).toBe(begun.length);
    expect(end.standings.map(({ points }) => points)).toEqual(count === 2 ? [3, 0] : [4, 4, 0]);
  },
);

it("a player that ignores the content of its messages cannot be told apart", async () => {
  const platform = new SimulatedPlatform();
  const says = (message_type: string, fields: Body) => ({
    ...envelope(message_type, "player:P01"),
    ...{ match_id: "R1M1", player_id: "P01", ...fields },
  });
  const answers: Record<string, Body> = {
    handle_game_invitation: says("GAME_JOIN_ACK", {
      accept: true,
      arrival_timestamp: "2025-12-20T10:00:00.000Z",
    }),
    choose_parity: says("CHOOSE_PARITY_RESPONSE", { parity_choice: "even" }),
  };
  platform.network.attach(urlOf(8101), async ({ body }) => {
    const { id, method } = parsed(body);
    const result = answers[String(method)];
    return answered({
      jsonrpc: "2.0",
      id,
      ...(result === undefined ? { error: unknownMethod } : { result }),
    });
  });
  const options = { url: urlOf(8101), transport: platform.network, clock: platform.clock, random };
  const { open } = await platform.clock.run(negotiate({ ...options, roles: ["player"] }));
  expect(open.join(" ")).toMatch(/cannot be told apart/);
});

it("a league that reads whole seconds and types as methods only is found, whatever its refusals say", async () => {
  const platform = new SimulatedPlatform();
  platform.network.attach(league, async ({ body }) => {
    const { id, method, params } = parsed(body);
    const isRead = /:\d\dZ$/.test(String(bodyOf(params).timestamp));
    const accepted = { status: "ACCEPTED", player_id: "P01", auth_token: "t", league_id: "L" };
    const answer = !isRead
      ? { error: { code: -32602, message: "Invalid envelope" } }
      : method === "LEAGUE_REGISTER_REQUEST"
        ? { result: accepted }
        : { error: unknownMethod };
    return answered({ jsonrpc: "2.0", id, ...answer });
  });
  const player = platform.connect(createPlayer({ displayName: "one", choose: () => "odd" }), 8101, league);
  expect((await platform.clock.run(player.registered)).id).toBe("P01");
  await player.close();
});

it("an id in other letters is that of our player, which answers under the asked one", async () => {
  const platform = new SimulatedPlatform();
  platform.network.attach(league, async ({ body }) => {
    const { id } = parsed(body);
    const accepted = {
      ...envelope("LEAGUE_REGISTER_RESPONSE", "league_manager"),
      status: "ACCEPTED",
      player_id: "p02",
    };
    return answered({ jsonrpc: "2.0", id, result: accepted });
  });
  const player = platform.connect(createPlayer({ displayName: "P02", choose: () => "odd" }), 8101, league);
  await platform.clock.run(player.registered);
  const ask = async (method: string, message_type: string, fields: Body) => {
    const params = {
      ...envelope(message_type, "referee:REF01"),
      match_id: "R1M1",
      game_type: "even_odd",
      ...fields,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const { signal } = new AbortController();
    return bodyOf(JSON.parse((await platform.network.send({ url: urlOf(8101), body, signal })).body));
  };
  const context = { opponent_id: "P01", round_id: 1, your_standings: {} };
  await ask("game_invitation", "GAME_INVITATION", {
    league_id: "L",
    round_id: 1,
    opponent_id: "P01",
    role_in_match: "player_b",
  });
  const { result } = await ask("choose_parity", "CHOOSE_PARITY_CALL", {
    player_id: "P02",
    context,
    deadline: "2026-11-27T16:48:16.035Z",
  });
  await player.close();
  expect(result).toMatchObject({ parity_choice: "odd", player_id: "P02" });
});

it.each([
  ["of a league that has not sent it before is read", false, "P01"],
  ["of a league that has sent it before is a fault", true, undefined],
])("an answer without jsonrpc %s", async (_what, isLate, expected) => {
  const platform = new SimulatedPlatform();
  let requests = 0;
  platform.network.attach(league, async ({ body }) => {
    const { id, method } = parsed(body);
    requests += 1;
    if (method !== "register_player") return answered({ jsonrpc: "2.0", id, error: unknownMethod });
    if (isLate && requests === 1)
      return answered({ jsonrpc: "2.0", id, error: { code: -32603, message: "starting" } }, 503);
    const accepted = {
      ...envelope("LEAGUE_REGISTER_RESPONSE", "league_manager"),
      ...{ status: "ACCEPTED", player_id: "P01", auth_token: "t".padEnd(32, "0"), league_id: "L" },
    };
    return answered({ id, result: accepted });
  });
  const player = platform.connect(createPlayer({ displayName: "one", choose: () => "odd" }), 8101, league);
  const given = player.registered.then(
    ({ id }) => id,
    () => undefined,
  );
  expect(await platform.clock.run(given)).toBe(expected);
  await player.close();
});

it("a referee that signs no message is named to the players behind the gateway", async () => {
  const { platform, manager, send, registerReferee, registerPlayer } = leagueOf(2);
  const senders: unknown[] = [];
  for (const port of [8101, 8102])
    platform.network.attach(urlOf(port), async ({ body }) => {
      const { id, params } = parsed(body);
      const { message_type, sender, match_id } = bodyOf(params);
      if (message_type === "GAME_INVITATION") senders.push(sender);
      return answered({ jsonrpc: "2.0", id, result: { status: "received", accept: true, match_id } });
    });
  platform.network.attach(urlOf(8001), async ({ body }) => {
    const { id, params } = parsed(body);
    const { message_type, sender: _, conversation_id: __, ...order } = bodyOf(params);
    const { match_id, player_A_endpoint: url, player_B_id: opponent_id } = order;
    const invitation = { message_type: "GAME_INVITATION", match_id, opponent_id, round_id: 1 };
    if (message_type === "RUN_MATCH")
      await send(String(url), {
        ...{ jsonrpc: "2.0", id: 1, method: "GAME_INVITATION" },
        params: invitation,
      });
    return answered({ jsonrpc: "2.0", id, result: { status: "started", match_id } });
  });
  await registerReferee();
  await registerPlayer("one", urlOf(8101));
  await registerPlayer("two", urlOf(8102));
  await platform.clock.advance(30_000);
  await manager.close();
  expect(senders).toEqual(["referee:REF01"]);
});

it("the status of an acknowledgement may be in other letters", async () => {
  const platform = new SimulatedPlatform();
  const ack = { ...envelope("ROUND_ANNOUNCEMENT_ACK", "player:P01"), round_id: 1, status: "acknowledged" };
  platform.network.attach(urlOf(8101), async ({ body }) => {
    const { id, method } = parsed(body);
    return answered({
      jsonrpc: "2.0",
      id,
      ...(method === "notify_round" ? { result: ack } : { error: unknownMethod }),
    });
  });
  const context = { ...{ endpoint: league, clock: platform.clock, transport: platform.network }, random };
  const gateway = new Gateway("league_manager", context, { forms: "any" });
  const message = {
    ...envelope("ROUND_ANNOUNCEMENT", "league_manager"),
    league_id: "L",
    round_id: 1,
    matches: [],
  };
  const call = {
    type: "ROUND_ANNOUNCEMENT",
    message,
    id: 1,
    about: { recipient: "P01" },
    replyTo: league,
    now: message.timestamp,
  };
  const reply = await platform.clock.run(gateway.ask(gateway.peer(urlOf(8101)), call));
  expect(reply).toMatchObject({ message_type: "ROUND_ANNOUNCEMENT_ACK", status: "ACKNOWLEDGED" });
});

it("a report whose answer is no response and says nothing is not acknowledged", async () => {
  const platform = new SimulatedPlatform();
  platform.network.attach(league, async ({ body }) => {
    const { id, method } = parsed(body);
    return answered(
      method === "report_match_result" ? { hello: ["world"] } : { jsonrpc: "2.0", id, error: unknownMethod },
    );
  });
  const context = {
    ...{ endpoint: urlOf(8001), clock: platform.clock, transport: platform.network },
    random,
  };
  const gateway = new Gateway("referee", context, { forms: "any" });
  const message = { ...envelope("MATCH_RESULT_REPORT", "referee:REF01"), match_id: "R1M1" };
  const about = { recipient: "league_manager" };
  const call = {
    type: "MATCH_RESULT_REPORT",
    message,
    id: 1,
    about,
    replyTo: league,
    now: message.timestamp,
  };
  const asked = gateway.ask(gateway.peer(league), call).then(
    () => "acknowledged",
    () => "refused",
  );
  expect(await platform.clock.run(asked)).toBe("refused");
});

it("a player that answers ok to every unknown method is found with few requests", async () => {
  const { platform, manager, join, send } = leagueOf(3);
  const asked: string[] = [];
  const needed: Readonly<Record<string, readonly string[]>> = {
    GAME_INVITATION: ["game_invitation"],
    CHOOSE_PARITY_CALL: ["league_id", "player_id", "deadline"],
    GAME_OVER: ["league_id", "round_id", "match_id"],
  };
  platform.network.attach(urlOf(8103), async ({ body }) => {
    const { id, method, params } = parsed(body);
    asked.push(String(method));
    if (method === undefined)
      return answered({ error: { code: -32600, message: "Invalid Request: no method" } }, 400);
    const names = needed[String(method)];
    if (names === undefined) return answered({ jsonrpc: "2.0", id, result: { status: "ok" } });
    const message = bodyOf(params);
    const missing = names.filter((name) => message[name] === undefined);
    if (missing.length > 0) {
      const lines = missing.map(
        (name) => `${name}\n  Field required [type=missing, input_value={}, input_type=dict]`,
      );
      const text = `Invalid params: ${missing.length} validation errors for Message\n${lines.join("\n")}`;
      return answered({ jsonrpc: "2.0", error: { code: -32602, message: text } }, 400);
    }
    const type = { GAME_INVITATION: "GAME_JOIN_ACK", CHOOSE_PARITY_CALL: "CHOOSE_PARITY_RESPONSE" }[
      String(method)
    ];
    const says = {
      ...envelope(type ?? "GAME_OVER_ACK", "player:P03"),
      match_id: message.match_id ?? bodyOf(message.game_invitation).match_id,
    };
    return answered({
      jsonrpc: "2.0",
      id,
      result: {
        ...says,
        player_id: "P03",
        accept: true,
        arrival_timestamp: says.timestamp,
        parity_choice: "even",
      },
    });
  });
  const referee = platform.connect(createReferee({ displayName: "Solomon" }), 8001, league);
  await platform.clock.run(referee.registered);
  const players = [join("odd", 8101), join("even", 8102)];
  await platform.clock.run(Promise.all(players.map(({ registered }) => registered)));
  const player_meta = {
    ...{ display_name: "three", version: "1.0.0", game_types: ["even_odd"], contact_endpoint: urlOf(8103) },
  };
  await send(league, {
    ...{ jsonrpc: "2.0", id: 1, method: "register_player" },
    params: { ...envelope("LEAGUE_REGISTER_REQUEST", "player:three"), player_meta },
  });
  const end = await platform.clock.run(manager.ended);
  await Promise.all([referee, ...players, manager].map((agent) => agent.close()));
  expect(end.standings.find(({ display_name }) => display_name === "three")?.played).toBe(2);
  expect(asked.length, asked.join(" ")).toBeLessThanOrEqual(30);
});
