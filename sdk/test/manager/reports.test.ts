/** The conditions for accepting a result (IS 2.2.6; contract 5 and 10; D96–D99). */
import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../peers/environment.js";
import { drawn, type MemberReferee, wonByA, wonByB } from "../peers/member-referee.js";
import { type Managed, managed } from "./managed.js";

let platform: Managed;
let ours: MemberReferee;
let other: MemberReferee;
let order: Message;

/** Four players, two referees that send no reports; `order` is R1M1, which the first one has. */
beforeEach(async () => {
  platform = await managed(4, 2);
  for (const referee of platform.referees) referee.report = () => null;
  [ours, other] = platform.referees as [MemberReferee, MemberReferee];
  await platform.environment.until(10);
  order = ours.of("run_match")[0]?.params ?? {};
  expect(order.match_id).toBe("R1M1");
});

const standings = async () =>
  Object.fromEntries(
    (await platform.manager.standings()).map(({ player_id, points }) => [player_id, points]),
  );

const nothing = { P01: 0, P02: 0, P03: 0, P04: 0 };
const refused = (code: number) => ({ error: { code } });

it("a league manager accepts a report of the referee that has the match", async () => {
  expect(await ours.send(order, wonByA(order))).toMatchObject({
    result: {
      message_type: "MATCH_RESULT_ACK",
      sender: "league_manager",
      match_id: "R1M1",
      status: "recorded",
    },
  });
  expect(await standings()).toEqual({ ...nothing, P01: 3 });
});

describe("a report is refused, and changes nothing,", () => {
  const cases: [string, () => Promise<unknown>, number][] = [
    ["without a token: E011", () => ours.send(order, wonByA(order), { auth_token: null }), -32011],
    [
      "with an invented token: E012",
      () => ours.send(order, wonByA(order), { auth_token: "guessed" }),
      -32012,
    ],
    [
      "with another referee's token: E012",
      () => ours.send(order, wonByA(order), { auth_token: other.token }),
      -32012,
    ],
    [
      "with a player's token: E012",
      () => ours.send(order, wonByA(order), { auth_token: platform.players[0]?.token }),
      -32012,
    ],
    [
      "from a player: E013",
      () => ours.send(order, wonByA(order), { sender: "player:P01", auth_token: platform.players[0]?.token }),
      -32013,
    ],
    [
      "from a player that calls itself a referee: E013",
      () =>
        ours.send(order, wonByA(order), { sender: "referee:P01", auth_token: platform.players[0]?.token }),
      -32013,
    ],
    [
      "from an unknown referee: E013",
      () => ours.send(order, wonByA(order), { sender: "referee:REF77" }),
      -32013,
    ],
    ["in another's name: E012", () => ours.send(order, wonByA(order), { sender: "referee:REF02" }), -32012],
    [
      "from a name that only begins with a referee's id: E013",
      () => ours.send(order, wonByA(order), { sender: "referee:REF01:x" }),
      -32013,
    ],
    ["of a match that another referee has: E006", () => other.send(order, wonByA(order)), -32006],
    ["of an unknown match: E006", () => ours.send({ ...order, match_id: "R9M9" }, wonByA(order)), -32006],
    [
      "of a match that is not assigned yet: E006",
      () => ours.send({ ...order, match_id: "R2M1" }, wonByA(order)),
      -32006,
    ],
  ];
  it.each(cases)("%s", async (_what, send, code) => {
    expect(await send()).toMatchObject(refused(code));
    expect(await standings()).toEqual(nothing);
    expect(await ours.send(order, wonByA(order))).toMatchObject({ result: { status: "recorded" } });
  });
});

describe("an impossible result is refused, and changes nothing:", () => {
  it.each<[string, Message, string]>([
    ["a win of 2 points", { score: { P01: 2, P02: 0 } }, "/result/score"],
    ["two winners", { score: { P01: 3, P02: 3 } }, "/result/score"],
    ["points for the loser", { winner: "P02" }, "/result/score"],
    ["another player in the score", { score: { P01: 3, P04: 0 } }, "/result/score"],
    ["three players", { score: { P01: 3, P02: 0, P03: 0 } }, "/result/score"],
    ["one player", { score: { P01: 3 } }, "/result/score"],
    ["no player", { score: {} }, "/result/score"],
    ["another player as winner", { winner: "P04" }, "/result/winner"],
    ["a win without a winner", { winner: null, score: { P01: 0, P02: 0 } }, "/result/winner"],
    ["a draw with a winner", { status: "DRAW" }, "/result/winner"],
    ["a draw of 0–0", { status: "DRAW", winner: null, score: { P01: 0, P02: 0 } }, "/result/score"],
    [
      "a technical loss of both at 1–1",
      { status: "TECHNICAL_LOSS", winner: null, score: { P01: 1, P02: 1 } },
      "/result/score",
    ],
  ])("%s", async (_what, change, pointer) => {
    const { error } = await ours.send(order, { ...wonByA(order), ...change });
    expect(error).toMatchObject({
      code: -32602,
      message: "Invalid params",
      data: { error_code: "E002", violations: [{ pointer, message: expect.stringContaining(pointer) }] },
    });
    expect(await standings()).toEqual(nothing);
    expect(platform.story).not.toContain("result_recorded");
  });

  it.each<[string, Message]>([
    ["a score of 300", { score: { P01: 300, P02: 0 } }],
    ["half a point", { score: { P01: 2.5, P02: 0 } }],
    ["points as text", { score: { P01: "3", P02: "0" } }],
    ["an unknown status", { status: "VICTORY" }],
    ["the number 0", { details: { drawn_number: 0, choices: {} } }],
    ["the number 42", { details: { drawn_number: 42, choices: {} } }],
    ["the choice EVEN", { details: { drawn_number: 4, choices: { P01: "EVEN", P02: "odd" } } }],
  ])("%s, by its schema", async (_what, change) => {
    expect(await ours.send(order, { ...wonByA(order), ...change })).toMatchObject(refused(-32602));
    expect(await standings()).toEqual(nothing);
  });
});

describe("an accepted result is", () => {
  it.each<[string, Message, object]>([
    ["a technical loss", { status: "TECHNICAL_LOSS" }, { P01: 3, P02: 0 }],
    [
      "a technical loss of both",
      { status: "TECHNICAL_LOSS", winner: null, score: { P01: 0, P02: 0 } },
      { P01: 0, P02: 0 },
    ],
    ["a draw", { status: "DRAW", winner: null, score: { P01: 1, P02: 1 } }, { P01: 1, P02: 1 }],
  ])("%s", async (_what, change, points) => {
    expect(await ours.send(order, { ...wonByA(order), ...change })).toMatchObject({
      result: { status: "recorded" },
    });
    expect(await standings()).toMatchObject(points);
  });

  it.each<[string, Message, string]>([
    ["a win", {}, "WIN"],
    ["a draw", { winner: null, score: { P01: 1, P02: 1 } }, "DRAW"],
    ["lost for both", { winner: null, score: { P01: 0, P02: 0 } }, "TECHNICAL_LOSS"],
  ])("%s without a status and with few details, as RA reports it", async (_what, change, status) => {
    const { status: _, ...result } = { ...wonByA(order), ...change };
    const details = { drawn_number: 4, choices: { P01: "even", P02: "odd" } };
    await ours.send(order, { ...result, details });
    expect(platform.events.at(-1)).toMatchObject({ type: "result_recorded", result: { status } });
  });
});

describe("a second report", () => {
  it("with the same content is acknowledged and not counted", async () => {
    await ours.send(order, wonByA(order));
    expect(await ours.send(order, wonByA(order))).toMatchObject({ result: { status: "recorded" } });
    expect(await standings()).toEqual({ ...nothing, P01: 3 });
    expect(platform.story.filter((type) => type === "result_recorded")).toHaveLength(1);
  });

  it.each([wonByB, drawn])("with another content is refused with E007", async (otherwise) => {
    await ours.send(order, wonByA(order));
    expect(await ours.send(order, otherwise(order))).toMatchObject({
      error: { code: -32007, message: "DUPLICATE_REPORT", data: { error_code: "E007" } },
    });
    expect(await standings()).toEqual({ ...nothing, P01: 3 });
  });

  it("that is concurrent with the first counts once", async () => {
    const answers = await platform.environment.run(
      Promise.all([
        ours.send(order, wonByA(order)),
        ours.send(order, wonByA(order)),
        ours.send(order, wonByB(order)),
      ]),
    );
    expect(answers.map(({ error }) => error?.code)).toEqual([undefined, undefined, -32007]);
    expect(await standings()).toEqual({ ...nothing, P01: 3 });
  });
});

it("closes a round once when its last reports arrive at the same time", async () => {
  for (const referee of platform.referees) referee.report = wonByA;
  const second = other.of("run_match")[0]?.params ?? {};
  await platform.environment.run(
    Promise.all([ours.send(order, wonByA(order)), other.send(second, wonByA(second))]),
  );
  const end = await platform.end();
  expect(end).toMatchObject({ total_rounds: 3, total_matches: 6 });
  expect(platform.story.filter((type) => type === "round_completed")).toHaveLength(3);
  expect(platform.players[0]?.of("notify_round").map(({ params }) => params.round_id)).toEqual([1, 2, 3]);
});
