/** Referees of public agents in our league, all at its defaults: they play each match once, and the standings are right. */
import { expect, it } from "vitest";
import type { LogEntry } from "../../src/platform/log.js";
import { SimulatedPlatform, urlOf } from "../../src/testing/index.js";
import { type Body, bodyOf, rpcError, rpcResult } from "./peers/json-rpc.js";
import { rpc } from "./peers/player.js";
import {
  documentKeys,
  type Ending,
  ordered,
  type RefereeForm,
  RefereeInForm,
  type refereeSays,
  reports,
  usualReferee,
} from "./peers/referee.js";
import { publicReferees, withDirectory } from "./peers/referees.js";
import { type LeagueEvent, league, SimulatedLeague } from "./simulated-league.js";

interface Setting {
  /** The number is 4: those that choose "even" beat those that choose "odd", and draw with each other. */
  readonly choices?: readonly ("even" | "odd")[];
}

async function playUnder(forms: readonly RefereeForm[], { choices = ["even", "odd", "even"] }: Setting = {}) {
  const lines: string[] = [];
  const log = (_agent: string, { level, message }: LogEntry) => void lines.push(`${level} ${message}`);
  const events: LeagueEvent[] = [];
  const ours = new SimulatedLeague(choices.length, {
    platform: new SimulatedPlatform({ log }),
    referees: forms.length,
    onEvent: (event) => void events.push(event),
  });
  const known = new Map(choices.map((_, index) => [`P0${index + 1}`, urlOf(8101 + index)]));
  const referees = forms.map((form, index) => {
    const directory: ReadonlyMap<string, string> = withDirectory.includes(form.name) ? known : new Map();
    const id = form.ignoresAcceptance ? "judge" : `REF0${index + 1}`;
    const self = { name: `${form.name}-${index}`, url: urlOf(8001 + index), id, directory };
    return new RefereeInForm(form, self, ours.platform.network, league);
  });
  for (const referee of referees) await ours.join(referee);
  for (const [index, choice] of choices.entries()) ours.player(choice, 8101 + index);
  return { end: await ours.end(), referees, lines, events };
}

const rounds = ["R1M1", "R2M1", "R3M1"];

it.each(publicReferees.map((form) => [form.name, form] as const))(
  "%s plays each match once",
  async (_name, form) => {
    const { end, referees } = await playUnder([form]);
    const [referee] = referees;
    expect(referee?.failures).toEqual([]);
    expect(referee?.started.toSorted()).toEqual(rounds);
    expect(referee?.understood).toEqual([...new Set(referee?.understood)]);
    expect(end.standings.map(({ points, wins, draws, losses }) => [points, wins, draws, losses])).toEqual([
      [4, 1, 1, 0],
      [4, 1, 1, 0],
      [0, 0, 0, 2],
    ]);
  },
);

it("all public referees play one league, each match once", async () => {
  const { end, referees } = await playUnder(publicReferees);
  expect(referees.flatMap(({ started }) => started).toSorted()).toEqual(rounds);
  expect(end.standings.map(({ points }) => points)).toEqual([4, 4, 0]);
});

it("a referee that reports a match before it answers the order gets later orders in its form only", async () => {
  const { referees } = await playUnder(publicReferees.filter(({ name }) => name === "start-tool"));
  const about = (match: string) =>
    referees.flatMap(({ requests }) => requests.filter((one) => JSON.stringify(one).includes(match)));
  expect(about("R1M1").length).toBeGreaterThan(1);
  // Of the announcements it gets one, which it does not know.
  expect([...about("R2M1"), ...about("R3M1")].length).toBe(3);
});

const registersAs =
  (method: string): RefereeForm["registration"] =>
  (self) => ({
    ...usualReferee.registration(self),
    method,
  });
const begins: RefereeForm["take"] = ({ id, params }) =>
  bodyOf(params).message_type === "ROUND_ANNOUNCEMENT"
    ? rpcResult(id, { status: "acknowledged", matches_started: 1 })
    : undefined;
const takesOrder =
  (answer: Body): RefereeForm["take"] =>
  ({ id, method }) =>
    method === "run_match" ? rpcResult(id, answer) : undefined;
const notInvited = /R1M1, but no player was invited within 5000 ms$/;

it.each<[string, string, RefereeForm["take"], RegExp]>([
  ["says that it has begun a match", "REFEREE_REGISTER_REQUEST", begins, notInvited],
  ["says so, after a registration of the documents", "register_referee", begins, notInvited],
  [
    "acknowledges its order",
    "REFEREE_REGISTER_REQUEST",
    takesOrder({ status: "accepted", match_id: "R1M1" }),
    /R1M1, but (no player was invited|invites no player)/,
  ],
  [
    "takes no order",
    "REFEREE_REGISTER_REQUEST",
    () => undefined,
    /starts no match: it takes no order, and invites no player after the announcement of R1M1$/,
  ],
])("a referee that %s, and invites no player, is named", async (_what, method, take, warned) => {
  const form = { ...usualReferee, name: "invites-no-player", registration: registersAs(method), take };
  const { lines } = await playUnder([form], { choices: ["even", "odd"] });
  expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^warn .*${warned.source}`)));
});

it("a match that its referee acknowledges as announced, and does not begin, is given to another", async () => {
  const idle: RefereeForm = {
    ...usualReferee,
    name: "idle",
    take: ({ params }) => {
      const message = bodyOf(params);
      return message.message_type === "ROUND_ANNOUNCEMENT" ? { message, orders: [] } : undefined;
    },
    accept: (id) => rpcResult(id, { status: "acknowledged" }),
  };
  const announced = publicReferees.filter(({ name }) => name === "announced-with-directory");
  const { referees } = await playUnder([idle, ...announced], { choices: ["even", "odd"] });
  expect(referees[1]?.started).toEqual(["R1M1"]);
});

it("an order is sent in no other form after an answer that leaves open whether it had its effect", async () => {
  const form: RefereeForm = {
    ...usualReferee,
    name: "fails-at-orders",
    // It knows orders under all names but that of the contract, and fails at each.
    take: ({ method, params }) =>
      method !== "run_match" && /match/i.test(String(method))
        ? { message: bodyOf(params), orders: [] }
        : undefined,
    accept: (id) => rpcError(id, -32000, "database is locked"),
  };
  const { referees } = await playUnder([form], { choices: ["even", "odd"] });
  const methods = referees.flatMap(({ requests }) => requests.map(({ method }) => String(method)));
  const orders = methods.filter((method) => method !== "run_match" && /match/i.test(method));
  expect([...new Set(orders)]).toHaveLength(1);
});

/** A match of two players, started by start_match and reported like this. */
async function reported(choices: readonly ("even" | "odd")[], result: (ending: Ending) => Body) {
  return playUnder([{ ...starting, report: (ending, self) => inReport(self, ending, result(ending)) }], {
    choices,
  });
}
const starting: RefereeForm = {
  ...usualReferee,
  name: "starts",
  registration: registersAs("REFEREE_REGISTER_REQUEST"),
  take: ordered("start_match", documentKeys),
  unknown: ({ id }) => rpcError(id, -32601, "Method not found"),
};
const inReport = (self: Parameters<typeof refereeSays>[0], ending: Ending, result: Body) =>
  rpc("MATCH_RESULT_REPORT", reports(self, ending, result));

it("a report that contradicts itself is booked, and said so", async () => {
  const { end, lines } = await reported(["even", "even"], ({ a, choices }) => ({
    winner: a.id,
    details: { drawn_number: 2, choices },
  }));
  expect(end.standings.map(({ points }) => points)).toEqual([3, 0]);
  expect(lines.filter((line) => /contradicts itself.*2 was drawn.*a draw/.test(line))).toHaveLength(1);
});

it("a draw that is reported without any fact is completed from what the referee told the players", async () => {
  const { end } = await reported(["even", "even"], ({ a, b }) => ({
    winner: null,
    score: { [a.id]: 0, [b.id]: 0 },
    details: { drawn_number: 0, choices: {} },
  }));
  expect(end.standings.map(({ points, draws }) => [points, draws])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

it.each([
  ["the same winner", "even", { drawn_number: 4, choices: { P01: "even", P02: "odd" } }],
  ["another winner", "odd", { drawn_number: null, choices: {} }],
])(
  "a report without choices has those that the referee told the players, if both name %s",
  async (_which, winning, details) => {
    const { events } = await reported(["even", "odd"], ({ choices }) => ({
      winner: Object.keys(choices).find((id) => choices[id] === winning),
      score: { P01: 3, P02: 0 },
    }));
    expect(events).toContainEqual(
      expect.objectContaining({ type: "result_recorded", result: expect.objectContaining(details) }),
    );
  },
);

it.each([
  ["two", ["even", "odd"], [3, 0]],
  ["three", ["even", "odd", "even"], [4, 4, 0]],
] as const)(
  "a report without a match and a sender is about the one that is open, in a league of %s players",
  async (_count, choices, points) => {
    const report: RefereeForm["report"] = ({ winner, choices: score }) =>
      rpc("report_match_result", { result: { winner: winner ?? "DRAW", score } });
    const { end, referees } = await playUnder([{ ...starting, report }], { choices });
    const begun = referees.flatMap(({ started }) => started);
    expect(new Set(begun).size).toBe(begun.length);
    expect(end.standings.map((rank) => rank.points)).toEqual(points);
  },
);
