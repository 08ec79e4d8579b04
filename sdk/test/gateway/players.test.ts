/** Public players under our manager and referee, all at their defaults. */
import { expect, it } from "vitest";
import type { LogEntry } from "../../src/platform/log.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { negotiate } from "../../src/wire/index.js";
import { bodyOf, rpcError, rpcResult } from "./peers/json-rpc.js";
import { allTypes, type PlayerForm, PlayerInForm, readAs, rpc, usual } from "./peers/player.js";
import { documentNames, messageInParams, ownTypes, publicPlayer, publicPlayers } from "./peers/players.js";
import { SimulatedLeague } from "./simulated-league.js";

const contentInData = publicPlayer("content-in-data");
const knowsNoNotices = publicPlayer("knows-no-notices");
/** To one player in a league of three. */
const mostRequests = 25;

interface Particulars {
  readonly choice?: "even" | "odd";
  readonly platform?: SimulatedPlatform;
  /** The ids that the players have before their registration. */
  readonly idOf?: (index: number) => string;
}

/** Players of these forms, one of ours that chooses "odd", one referee of ours, and our manager. */
async function playLeague(
  forms: readonly PlayerForm[],
  {
    choice = "even",
    platform = new SimulatedPlatform(),
    idOf = (index) => `P${String(index + 1).padStart(2, "0")}`,
  }: Particulars = {},
) {
  const ours = new SimulatedLeague(forms.length + 1, { platform });
  await ours.run(ours.referee().registered);
  const players = forms.map((form, index) => {
    const me = { name: `${form.name}-${index}`, url: urlOf(8101 + index), choice };
    return new PlayerInForm(form, me, idOf(index));
  });
  for (const player of players) await ours.join(player);
  await ours.run(ours.player("odd", 8190).registered);
  return { end: await ours.end(), records: ours.records, players };
}

function mustBeSound({ end, records, players }: Awaited<ReturnType<typeof playLeague>>): void {
  const size = players.length + 1;
  expect(records.map(({ outcome, reported }) => [outcome.status, outcome.choices, reported])).toEqual(
    records.map(({ player_A_id: a, player_B_id: b }) => {
      const choice = (id: string) => (players.some(({ me }) => me.id === id) ? "even" : "odd");
      return [expect.not.stringMatching("TECHNICAL_LOSS"), { [a]: choice(a), [b]: choice(b) }, true];
    }),
  );
  expect(records).toHaveLength((size * (size - 1)) / 2);
  const points = (id: string) => records.reduce((sum, { outcome }) => sum + (outcome.score[id] ?? 0), 0);
  expect(end.standings.map((row) => row.points)).toEqual(end.standings.map((row) => points(row.player_id)));
  for (const { understood, me } of players) {
    expect([me.name, new Set(understood).size]).toEqual([me.name, understood.length]);
    for (const type of ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER"]) {
      const taken = understood.filter((one) => one.startsWith(`${type} `));
      expect([me.name, type, taken.length]).toEqual([me.name, type, size - 1]);
    }
  }
}

it.each(
  [...publicPlayers, knowsNoNotices, publicPlayer("at-its-own-path"), contentInData].map(
    (form) => [form.name, form] as const,
  ),
)(
  "two players %s play with their own choices, with few requests, and get no message twice",
  async (_name, form) => {
    const all = await playLeague(form === contentInData ? [form] : [form, form]);
    mustBeSound(all);
    for (const { requests } of all.players) expect(requests).toBeLessThanOrEqual(mostRequests);
  },
);

it("all public players play one league until it has a champion", async () =>
  mustBeSound(await playLeague(publicPlayers)));

it("a player that does not know a notice gets it once in all, and each other message once", async () => {
  const { players } = await playLeague([publicPlayer("knows-few-notices")]);
  const [player] = players;
  const unknown = player?.refused.map(({ method }) => method) ?? [];
  const isNotice = (method: unknown) => /^(ROUND_COMPLETED|LEAGUE_STANDINGS_UPDATE)$/.test(String(method));
  expect(unknown.filter(isNotice).toSorted()).toEqual(["LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED"]);
});

/** The choice of such a player in the record of its match, with the status of the match. */
async function chosen(form: PlayerForm, choice: "even" | "odd") {
  const { records } = await playLeague([form], { choice });
  const { status, choices } = records[0]?.outcome ?? {};
  return [status === "TECHNICAL_LOSS" ? "lost" : "played", choices?.P01];
}

/** The form with 0 and 1 as the choices, in this member. */
const withNumbers = (form: PlayerForm, member: string): PlayerForm => ({
  ...form,
  answer: async (read, me) => {
    const { parity_choice: _, choice: __, type, ...answer } = await form.answer(read, me);
    if (read.type === "CHOOSE_PARITY_CALL") return { ...answer, [member]: me.choice === "even" ? 0 : 1 };
    return { ...answer, type };
  },
});

it.each([
  ["parity_choice", "even", ["played", "even"]],
  ["choice", "odd", ["played", "odd"]],
  ["round", "odd", ["lost", null]],
] as const)(
  "a player of another form has chosen with %s as a number: %s",
  async (member, choice, expected) => {
    expect(await chosen(withNumbers(ownTypes, member), choice)).toEqual(expected);
  },
);

it("a canonical player that answers 1 has not chosen", async () => {
  const canonical = { ...publicPlayer("own-counter"), reply: rpcResult, unknown: usual.unknown };
  expect(await chosen(withNumbers(canonical, "parity_choice"), "odd")).toEqual(["lost", null]);
});

/** The messages of its match with our player. */
async function ownView(form: PlayerForm, id: string) {
  const { players, records } = await playLeague([form], { idOf: () => id });
  expect(records[0]?.outcome.choices).toEqual({ P01: "even", P02: "odd" });
  expect(records[0]?.outcome.status).not.toBe("TECHNICAL_LOSS");
  const messages = players[0]?.messages ?? [];
  const over = messages.find(({ game_result }) => game_result !== undefined);
  return [messages.find(({ context }) => context !== undefined), bodyOf(over?.game_result).choices];
}

it("a player that keeps the id of its opponent gets the question and the result under its own id", async () => {
  expect(await ownView({ ...messageInParams, keepsId: true }, "P02")).toEqual([
    expect.objectContaining({ player_id: "P02", context: expect.objectContaining({ opponent_id: "P01" }) }),
    { P02: "even", P01: "odd" },
  ]);
});

it("a player with a number as its id gets it as a number", async () => {
  const numbered: PlayerForm = {
    ...ownTypes,
    registration: ({ name, url }) => rpc("register_player", { player_id: 7, name, endpoint: url }),
    read: ({ method, params }) => readAs(allTypes, documentNames[String(method)], params),
    answer: ({ type, message: { match_id } }, me) => ({
      match_id,
      player_id: 7,
      ...{ GAME_INVITATION: { accept: true }, CHOOSE_PARITY_CALL: { choice: me.choice } }[type],
    }),
  };
  expect(await ownView(numbered, "7")).toEqual([
    expect.objectContaining({ player_id: 7, context: expect.objectContaining({ opponent_id: "P02" }) }),
    { 7: "even", P02: "odd" },
  ]);
});

it("players that know no notices get each announcement once, and no round waits for them", async () => {
  const lines: string[] = [];
  const log = (_agent: string, { message }: LogEntry) => void lines.push(message);
  const platform = new SimulatedPlatform({ log });
  const { players } = await playLeague([knowsNoNotices, knowsNoNotices], { platform });
  const announced = players.map(({ refused }) =>
    refused
      .filter(({ message_type }) => message_type === "ROUND_ANNOUNCEMENT")
      .map(({ round_id }) => round_id),
  );
  for (const rounds of announced) expect(rounds).toEqual([...new Set(rounds)]);
  expect(lines.filter((line) => line.includes("no player acknowledges"))).toEqual([]);
});

it.each([
  ["in words", { status: 429, body: { error: "rate limit exceeded, retry after 3 seconds" } }],
  ["by a header", { status: 429, body: { error: "slow down" }, headers: { "retry-after": "3" } }],
  ["in an error", rpcError(1, -32000, "rate limit exceeded, retry after 3 seconds")],
  ["in a result", rpcResult(1, { status: "error", message: "too many requests, wait 3 s" })],
  [
    "in the result of a tool",
    rpcResult(1, { isError: true, content: [{ type: "text", text: "Slow down for 3 s: retry in 3 s" }] }),
  ],
])("a player that wants no requests for a while, and says so %s, gets none", async (_how, reply) => {
  const platform = new SimulatedPlatform();
  let quietUntil: number | undefined;
  const tooEarly: number[] = [];
  const seen = <T>(value: T): T => {
    const at = platform.clock.now();
    if (at < (quietUntil ?? 0)) tooEarly.push(at);
    return value;
  };
  const limited: PlayerForm = {
    ...ownTypes,
    describe: () => seen(undefined),
    read: (request) => ownTypes.read({ ...request, method: String(request.method).replace("play_", "") }),
    refuse: ({ type }) => {
      if (type !== "GAME_INVITATION" || quietUntil !== undefined) return undefined;
      quietUntil = platform.clock.now() + 3_000;
      return reply;
    },
  };
  mustBeSound(await playLeague([limited, ownTypes], { platform }));
  expect([quietUntil === undefined, tooEarly]).toEqual([false, []]);
});

it("no message is lost to a pause beyond its deadline", async () => {
  let isRefused = false;
  const limited: PlayerForm = {
    ...ownTypes,
    read: (request) => ownTypes.read({ ...request, method: String(request.method).replace("play_", "") }),
    refuse: ({ type }) => {
      if (type !== "CHOOSE_PARITY_CALL" || isRefused) return undefined;
      isRefused = true;
      return rpcError(1, -32000, "rate limit exceeded, retry after 200 seconds");
    },
  };
  mustBeSound(await playLeague([limited, ownTypes], { platform: new SimulatedPlatform() }));
  expect(isRefused).toBe(true);
});

it("a player that ignores the content of its messages cannot be told apart", async () => {
  const fixed = { match_id: "R1M1", conversation_id: "conv-1" };
  const form: PlayerForm = {
    ...usual,
    name: "ignores-content",
    read: ({ method }) => readAs(allTypes.slice(0, 2), documentNames[String(method)], fixed),
  };
  const { network: transport, network, clock } = new SimulatedPlatform();
  const player = new PlayerInForm(form, { name: "one", url: urlOf(8101), choice: "even" }, "P01");
  network.attach(player.place, player.handle);
  const random = { bytes: (length: number) => new Uint8Array(length), below: () => 0 };
  const { open } = await clock.run(
    negotiate({ url: urlOf(8101), transport, clock, random, roles: ["player"] }),
  );
  expect(open.join(" ")).toMatch(/cannot be told apart/);
});
